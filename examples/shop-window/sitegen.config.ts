import { defineConfig } from "sitegen-storyblok";

export default defineConfig({
  site: { origin: "https://www.aldermoor.example", companyName: "Aldermoor" },
  hosts: ["serve"],
  stylesheets: "single",
});
