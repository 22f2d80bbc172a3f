/** Of the event of a Lambda function URL what is used here. */
interface LambdaEvent {
  rawPath: string;
  rawQueryString: string;
  headers: Readonly<Record<string, string | undefined>>;
  requestContext: { domainName: string; http: { method: string } };
}

interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** A function of the web platform as the handler of an AWS Lambda function URL, also behind CloudFront. */
export function lambdaHandler(
  answer: (request: Request) => Promise<Response>,
): (event: LambdaEvent) => Promise<LambdaResult> {
  return async ({ rawPath, rawQueryString, headers, requestContext: { domainName, http } }) => {
    const url = `https://${domainName}${rawPath}${rawQueryString === "" ? "" : `?${rawQueryString}`}`;
    const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const response = await answer(new Request(url, { method: http.method, headers: Object.fromEntries(given) }));
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: http.method === "HEAD" ? "" : await response.text(),
    };
  };
}
