/** URL of a stylesheet that is loaded on demand (src/bundle/plugins/lazy-css.ts). */
declare module "*.css?url" {
  const address: string;
  export default address;
}
