// Answers the site's forms on Netlify. Set FORM_WEBHOOK, an address that takes messages as JSON, in the site's environment,
// or deliver them otherwise: `deliver` is a function of the message.
import { createFormHandler, webhook } from "sitegen-storyblok/forms";
import { contact } from "../../forms/contact.ts";

const answer = createFormHandler({ forms: [contact], deliver: webhook(process.env.FORM_WEBHOOK) });

export default async (request: Request, { ip }: { ip: string }): Promise<Response> =>
  (await answer(request, { visitor: ip })) ?? new Response("Not found", { status: 404 });

export const config = { path: "/forms/*" };
