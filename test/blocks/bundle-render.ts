/**
 * Types only: what test/blocks/shoot.mjs imports after bundling render.tsx and samples.ts, because Node runs no JSX.
 */
export { renderPage, renderPageType } from "./render.tsx";
export { samples } from "./samples.ts";
