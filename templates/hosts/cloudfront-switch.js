// A CloudFront function for viewer requests (runtime cloudfront-js-2.0), in front of a bucket that `sitegen deploy --switch`
// fills: it adds the live tree to the path. Associate a key-value store with it, in which the key `live` is the tree
// that the deploy prints with --json. Change PREFIX if the target has one: s3://bucket/www -> "/www".
import cf from "cloudfront";

const PREFIX = "";
const store = cf.kvs();

async function handler(event) {
  const request = event.request;
  const tree = await store.get("live");
  // As a static host does: a folder is its index.html.
  const file = request.uri.slice(request.uri.lastIndexOf("/") + 1);
  const index = file === "" ? "index.html" : file.includes(".") ? "" : "/index.html";
  request.uri = `${PREFIX}/builds/${tree}${request.uri}${index}`;
  return request;
}
