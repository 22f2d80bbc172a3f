// Answers the site's forms on Cloudflare Pages. Set FORM_WEBHOOK, an address that takes messages as JSON, in the project's
// variables, or deliver them otherwise: `deliver` is a function of the message.
import { createFormHandler, webhook } from "sitegen-storyblok/forms";
import { contact } from "../../forms/contact.ts";

interface Env {
  FORM_WEBHOOK?: string;
  ASSETS: { fetch(url: URL): Promise<Response> };
}

let env: Env;
const answer = createFormHandler({
  forms: [contact],
  deliver: (message) => webhook(env.FORM_WEBHOOK)(message),
  async read(href, { url }) {
    const file = await env.ASSETS.fetch(new URL(href, url));
    return file.ok ? file.text() : null;
  },
});

export async function onRequestPost(context: { request: Request; env: Env }): Promise<Response> {
  env = context.env;
  const visitor = context.request.headers.get("cf-connecting-ip") ?? undefined;
  return (await answer(context.request, { visitor })) ?? new Response("Not found", { status: 404 });
}
