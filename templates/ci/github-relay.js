// Forwards Storyblok's webhook to GitHub, which requires an Authorization header and an event_type that Storyblok
// cannot send. Runs wherever fetch handlers do: unchanged on Cloudflare Workers, or as a function on Deno, Bun, Vercel
// or Netlify.
//
// Environment: STORYBLOK_WEBHOOK_SECRET (the webhook's), GITHUB_REPOSITORY ("owner/name"),
// GITHUB_TOKEN (fine-grained, this repository only, permission "Contents: read and write").
const LIMIT = 100_000;

export default {
  async fetch(request, env) {
    if (request.method !== "POST") return new Response("Only POST.", { status: 405, headers: { allow: "POST" } });
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > LIMIT) return new Response("Too large.", { status: 413 });
    const signature = request.headers.get("webhook-signature") ?? "";
    if (!(await isSigned(body, signature, env.STORYBLOK_WEBHOOK_SECRET))) {
      return new Response("The signature is invalid.", { status: 401 });
    }
    const answer = await fetch(`https://api.github.com/repos/${env.GITHUB_REPOSITORY}/dispatches`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${env.GITHUB_TOKEN}`,
        accept: "application/vnd.github+json",
        "content-type": "application/json",
        "user-agent": "sitegen-relay",
      },
      body: JSON.stringify({ event_type: "storyblok-publish" }),
    });
    return answer.ok
      ? new Response("Passed on.", { status: 202 })
      : new Response(`GitHub answered ${answer.status}.`, { status: 502 });
  },
};

/** The header is the hex HMAC-SHA1 of the raw body; `verify` compares in constant time. */
async function isSigned(body, signature, secret) {
  if (!secret || !/^[0-9a-f]{40}$/i.test(signature)) return false;
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["verify"]);
  const bytes = Uint8Array.from(signature.match(/../g), (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify("HMAC", key, bytes, body);
}
