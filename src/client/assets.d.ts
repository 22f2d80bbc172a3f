/** URL of a stylesheet that is loaded on demand (src/bundle/client-builds.ts). */
declare module "*.css?url" {
  const address: string;
  export default address;
}
