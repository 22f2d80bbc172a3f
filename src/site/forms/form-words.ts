import { filled } from "../filled.ts";

/** What forms say, where the site's words have no such name. */
export const FORM_WORDS: Readonly<Record<string, string>> = {
  form_missing: "Please fill in this field.",
  form_unchecked: "Please tick this box.",
  form_wrong: "Please check this entry.",
  form_wrong_email: "Please enter an email address such as name@example.org.",
  form_wrong_url: "Please enter an address that starts with https://.",
  form_wrong_number: "Please enter a number.",
  form_wrong_date: "Please enter a date.",
  form_short: "Please write at least {minLength} characters.",
  form_small: "The least is {min}.",
  form_large: "The most is {max}.",
  form_step: "Please enter a number in steps of {step}.",
  form_invalid: "Please check the marked fields.",
  form_kept: "What you wrote is still in the form: go back one page.",
  form_back: "Back to the page",
  form_sending: "Sending …",
  form_success: "Thank you. Your message has arrived.",
  form_error: "Your message could not be sent. Please try again or write to {email}.",
  form_error_plain: "Your message could not be sent. Please try again.",
  form_optional: "optional",
  form_choose: "Please choose",
  form_trap: "Leave this field empty",
  form_send: "Send",
};

/** A word of the site or one of the above with its placeholders filled in; a text that is no word stays. */
export function formWord(
  words: Readonly<Record<string, string>>,
  name: string,
  values: Readonly<Record<string, unknown>> = {},
): string {
  const text = (Object.hasOwn(words, name) && words[name]) || FORM_WORDS[name] || name;
  return filled(text, values);
}

/** Label of a field: its own, the word `form_<name>`, or its name. */
export function fieldLabel(
  words: Readonly<Record<string, string>>,
  name: string,
  { label }: { readonly label?: string | undefined } = {},
): string {
  const word = `form_${name}`;
  return label === undefined ? (Object.hasOwn(words, word) && words[word]) || name : formWord(words, label);
}
