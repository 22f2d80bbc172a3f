/** Every page of the bench space, for Next.js. */
import Head from "next/head";
import { Page } from "../../../../dist/bench-page.mjs";

const load = async () => (await import(/* webpackIgnore: true */ process.env.BENCH_DATA)).loadPages();

export async function getStaticPaths() {
  const { paths } = await load();
  return { paths: paths.map((path) => ({ params: { path: path.split("/").filter(Boolean) } })), fallback: false };
}

export async function getStaticProps({ params }) {
  const segments = params.path ?? [];
  const path = segments.length === 0 ? "/" : `/${segments.join("/")}/`;
  return { props: JSON.parse(JSON.stringify((await load()).propsOf(path))) };
}

export default function SitePage(props) {
  return (
    <>
      <Head>
        <title>{props.payload.head.title}</title>
      </Head>
      <Page {...props} />
    </>
  );
}
