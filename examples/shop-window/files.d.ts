// Types of the files that code imports (pictures, stylesheets, Markdown) and of import.meta.env.
/// <reference types="sitegen-storyblok/types" />
