/** `sitegen-storyblok/drafts`: drafts from a function beside a static host. */
export { type AnswerDraftOptions, answerDraft } from "../edge/answer-draft.ts";
export type { EdgeEnvironment } from "../edge/ask-draft.ts";
export { lambdaHandler } from "../edge/lambda.ts";
