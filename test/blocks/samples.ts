/** A complete sample of every block for a page's body, by component name. */
import type { Block } from "../../src/site/api/payload.ts";
import { card, image, link, linkBlock, rich } from "./fixtures.ts";
import { listSamples } from "./samples-lists.ts";

const text = () =>
  rich("Nine machines log in local time, three in UTC, and one in seconds since it was last switched on.");

const head = (kicker: string, headline: string) => ({ kicker, headline });

const item = (component: string, uid: string, fields: Record<string, unknown>): Block => ({
  component,
  _uid: uid,
  ...fields,
});

const posts = () => [
  card("Time stamps are the hard part", { image: image(2) }),
  card("What a sampling rate costs", { image: image(3) }),
  card("Labels nobody agrees on", { image: image(5) }),
];

const iconTexts = (count: number) =>
  ["Predictive quality", "Anomaly detection", "Visual inspection", "Maintenance"]
    .slice(0, count)
    .map((title, at) => item("IconText", `icon-${at}`, { icon: image(at, 48, 48), title, text: text(), link: link() }));

const stories = () =>
  ["Isarstahl", "Nordwind Energie", "Brenner Getriebe"].map((customer, at) =>
    card("The coil is graded before it is cold", {
      uuid: `story-${at}`,
      component: "SuccessStory",
      customer,
      image: image(at + 2),
      category: null,
      industry: { value: "machinery", label: "Machinery" },
      solution: { value: "predictive-quality", label: "Predictive quality" },
    }),
  );

const half = (component: string, uid: string): Block =>
  component === "BisectionText"
    ? item(component, uid, {
        ...head("At the line", "A quiet box on the DIN rail"),
        text: text(),
        links: [linkBlock("More")],
      })
    : item(component, uid, {
        image: image(4),
        poster: image(4),
        embed_url: "https://youtu.be/dQw4w9WgXcQ",
        caption: "Stand 7",
      });

const slide = (component: string, uid: string): Block =>
  item(component, uid, {
    ...head("Slide", "Know about the defect before it is made"),
    image: image(2),
    text: "Words",
    links: [],
  });

export const samples: Record<string, Record<string, unknown>> = {
  ...listSamples,
  Accordion: {
    ...head("Questions", "Four sentences we hear often"),
    open_first: true,
    items: ["We only find out in the laboratory.", "It always breaks on a Sunday night."].map((title, at) =>
      item("AccordionItem", `a-${at}`, { title, text: text() }),
    ),
  },
  Bisection: { left: [half("BisectionImage", "l")], right: [half("BisectionText", "r")], ratio: "1-1" },
  BisectionImage: { image: image(6), caption: "From stand 7 to the coiler: 96 m." },
  BisectionText: { ...head("Alone", "A part on its own"), text: text(), links: [linkBlock("More")] },
  BisectionVideo: { embed_url: "https://vimeo.com/76979871", poster: image(8), caption: "The line" },
  BlogTeaser: {
    ...head("Insights", "Notes from the shop floor"),
    link: [linkBlock("All insights", "text-arrow")],
    data: { posts: posts() },
  },
  Contact: {
    ...head("Write to us", "Tell us about your line"),
    text: text(),
    person_name: "Daniel Kovac",
    person_role: "Sales Engineer",
    person_image: image(3, 800, 1000),
    phone: "+49 89 99998 140",
    email: "hello@werklicht.example",
    show_form: true,
  },
  ContactTeaser: {
    ...head("First conversation", "Thirty minutes, one machine, no slides"),
    text: "Bring the defect.",
    link: [linkBlock("Arrange a conversation", "button-arrow", "#contact-overlay")],
  },
  Datenschutz: {
    headline: "Privacy policy",
    show_toc: true,
    text: rich("## One", "Text", "### One point one", "Text", "## Two", "Text"),
  },
  Facts: {
    ...head("In operation", "What ran on 1 January"),
    items: [
      item("FactItem", "f1", { number: 61, label: "production lines with a model in operation" }),
      item("FactItem", "f2", { number: 4800, label: "signals recorded without gaps" }),
      item("FactItem", "f3", { prefix: "−", number: 34, suffix: " %", label: "fewer downgraded coils" }),
      item("FactItem", "f4", { number: 0.4, decimals: 1, suffix: " s", label: "median time to an answer" }),
    ],
  },
  HeroFullscreenImage: {
    ...head("Industrial AI", "Know about the defect before it is made"),
    text: "We build models.",
    image: image(2),
    links: [linkBlock("See what we do", "button-arrow-inverted"), linkBlock("Talk", "button-inverted")],
  },
  HeroPlatform: {
    ...head("Platform", "One place for every model in the plant"),
    text: "Lumen takes a model.",
    image: image(5),
    logo: image(1, 300, 80),
    links: [linkBlock("See it on your data")],
  },
  HeroSlider: { slides: [slide("HeroFullscreenImage", "s1"), slide("HeroTextImage", "s2")], autoplay_seconds: 6 },
  HeroText: { ...head("Contact", "You reach an engineer, not a queue"), text: text(), links: [linkBlock("Write")] },
  HeroTextImage: {
    ...head("Careers", "Work where the machines are"),
    text: text(),
    image: image(7),
    links: [linkBlock("Open positions"), linkBlock("Culture", "text-arrow")],
  },
  IconText: { icon: image(2, 48, 48), title: "Alone", text: text(), link: link() },
  Impressum: { headline: "Imprint", text: rich("## Represented by", "Katrin Vogel") },
  Intro: {
    body: [
      item("IntroHeadline", "ih", {
        ...head("What we do", "A line knows more than its control panel shows"),
        level: "h2",
      }),
      item("IntroText", "it", { text: rich("A drive takes more current.", "We look."), columns: 2 }),
    ],
  },
  IntroHeadline: { ...head("Alone", "A headline on its own"), level: "h2" },
  IntroText: { text: text(), columns: 1 },
  IntroTextImage: { ...head("Where it began", "A hall in the east of Munich"), text: text(), image: image(9) },
  Platform: {
    ...head("Platform", "Lumen keeps every model in view"),
    text: text(),
    image: image(10),
    features: iconTexts(3),
    links: [linkBlock("How Lumen works", "button-arrow-inverted"), linkBlock("Vision", "text-arrow")],
  },
  PlatformSlider: {
    ...head("Four views", "The same system for the shift and for the data team"),
    items: ["Overview", "Signals", "Models"].map((title, at) =>
      item("SlideItem", `p-${at}`, {
        title,
        text: text(),
        image: image(at + 4),
        link: [linkBlock("More", "text-arrow")],
      }),
    ),
  },
  PlatformSmall: {
    headline: "Images instead of signals?",
    text: "Lumen Vision adds cameras.",
    logo: image(1, 300, 80),
    link: [linkBlock("To Lumen Vision", "text-arrow")],
  },
  RichtextVideo: {
    headline: "What went wrong",
    text: rich("First paragraph.", "## A heading", "- one", "- two", "> Second winding, always.", "Last paragraph."),
    embed_url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    poster: image(2),
    video_position: "bottom",
  },
  SuccessStoriesSlider: {
    ...head("Customers", "Four plants, and what changed there"),
    stories: stories(),
    link: [linkBlock("All customer stories", "text-arrow")],
  },
  Team: {
    ...head("People", "Who you will meet"),
    text: text(),
    members: ["Katrin Vogel", "Jonas Reiter", "Mira Okafor", "Tobias Lang"].map((name, at) =>
      item("TeamMember", `m-${at}`, {
        name,
        role: "Engineer",
        image: image(at, 800, 1000),
        email: "a@b.example",
        linkedin: "https://www.linkedin.com/in/x",
      }),
    ),
  },
  TeaserHeadlineText: {
    ...head("Next", "Come and look at it"),
    text: text(),
    link: [linkBlock("Open positions", "button-arrow")],
  },
  TextGrid: {
    ...head("Solutions", "Five tasks we have solved more than once"),
    columns: 3,
    items: iconTexts(4).slice(0, 3),
  },
  SuccessStories: {
    ...head("Customers", "Four stories"),
    stories: stories(),
    link: [],
    data: { figures: [] },
  },
  InspectionLight: {
    ...head("Under the lamp", "The same plate, another angle"),
    text: text(),
    image: image(2, 1280, 800),
    surface: { src: "/plate.jpg", name: "", title: "" },
    normal_map: { src: "/normal.webp", name: "", title: "" },
    heat_map: { src: "/heat.webp", name: "", title: "" },
    defects: ["Scratch", "Dent"].map((title, at) =>
      item("InspectionDefect", `defect-${at}`, { title, x: 0.3 + at / 4, y: 0.4, size: 0.1, score: 0.9 }),
    ),
  },
  SoundCompare: {
    ...head("Hear the bearing", "Ten seconds, three times"),
    text: text(),
    takes: ["Healthy", "Week 2", "Week 6"].map((title, at) =>
      item("SoundTake", `take-${at}`, {
        title,
        audio: { src: `/take-${at}.mp3`, name: "", title: "" },
        spectrogram: image(at),
        spectrogram_portrait: image(at, 960, 720),
        note: at === 0 ? "" : "Impacts begin",
        note_seconds: at === 0 ? null : 6.4,
        note_hertz: at === 0 ? null : 2900,
      }),
    ),
    seconds: 10,
    hertz: 8000,
  },
  MarginNote: {
    title: "Resolution",
    formula: "Δf = 1 ⁄ T\n0.25 Hz = 1 ⁄ 4 s",
    text: text(),
  },
  TextTeaser: {
    text: "An anomaly is not a defect. It is a question, and each question costs someone ten minutes.",
    link: [linkBlock("More", "text-arrow")],
  },
};

/** A sample as a block; each use gets its own ids. */
export function sample(name: string, more: Record<string, unknown> = {}): Block {
  return { component: name, _uid: `${name}-1`, ...samples[name], ...more };
}
