/** Samples of blocks with lists of other stories, sliders or media; see samples.ts. */
import type { CardData } from "../../src/blocks/card.ts";
import type { Block } from "../../src/site/api/payload.ts";
import { card, image, link, linkBlock, rich } from "./fixtures.ts";

const text = () => rich("Written down, with the number of violations.");
const file = (name: string) => ({ src: `/_assets/${name}`, name, title: "" });
const item = (component: string, uid: string, fields: Record<string, unknown>): Block => ({
  component,
  _uid: uid,
  ...fields,
});

export const job = (title: string, department: string, more: Partial<CardData> = {}): CardData =>
  card(title, {
    component: "Careers",
    category: null,
    department,
    location: "Munich",
    employmentType: "FULL_TIME",
    href: `/careers/${title.toLowerCase().replace(/\W+/g, "-")}/`,
    ...more,
  });

export const industry = (title: string, value: string): CardData =>
  card(title, { component: "Industries", category: null, industry: { value, label: title } });

const industries = () => [
  industry("Machinery", "machinery"),
  industry("Energy and utilities", "energy"),
  industry("Automotive", "automotive"),
];

const solutions = [
  { value: "predictive-quality", label: "Predictive quality" },
  { value: "visual-inspection", label: "Visual inspection" },
];

const milestone = (year: string, at: number) =>
  item("MilestoneItem", `m-${year}`, {
    year,
    title: "The first model that stays",
    text: "A forecast of strip strength goes into continuous operation.",
    image: at === 1 ? null : image(at),
  });

const plan = (name: string, price: string, highlighted: boolean) =>
  item("PricingPlanItem", `plan-${name}`, {
    name,
    price,
    unit: "per line and month",
    text: "For everyone who does not know yet whether the data is enough.",
    features: rich("- one machine or line", "- a report of about ten pages"),
    highlighted,
    link: [linkBlock(`Start ${name}`, "button")],
  });

const filter = (label: string, count: number, current = false) => ({
  label,
  count,
  current,
  href: label === "" ? "/insights/" : `/insights/categories/${label.toLowerCase()}/`,
});

export const listSamples: Record<string, Record<string, unknown>> = {
  AboutUsTeaser: {
    kicker: "Culture",
    headline: "Seven rules, and how often we break them",
    text: text(),
    image: image(4),
    link: [linkBlock("Read the rules", "text-arrow")],
  },
  BlogItem: { post: card("A chosen post"), style: "wide" },
  BlogOverview: {
    headline: "Notes from the shop floor",
    intro: "What we learned while connecting, labelling and starting again.",
    data: {
      posts: [card("Time stamps are the hard part"), card("Labels nobody agrees on", { image: null })],
      featured: card("Why industrial AI pilots stall"),
      category: null,
      total: 21,
      page: 1,
      pages: 3,
      filters: [filter("", 21, true), filter("MLOps", 12), filter("Team", 9)],
      steps: [1, 2, 3].map((page) => ({ page, href: page === 1 ? "/insights/" : `/insights/page/${page}/` })),
      newer: "",
      older: "/insights/page/2/",
    },
  },
  CareerItem: { job: job("Vision Engineer", "Vision") },
  CareerOverview: {
    kicker: "Open positions",
    headline: "Four positions, and one that you invent",
    text: text(),
    items: [
      item("CareerItem", "own", { title: "Your own idea", location: "Munich", link: link("mailto:a@b.example") }),
    ],
    show_all: true,
    data: {
      groups: [
        { department: "Data science", jobs: [job("Data Scientist", "Data science"), job("Intern", "Data science")] },
        { department: "", jobs: [job("Office", "")] },
      ],
    },
  },
  Gallery: {
    kicker: "On the walls",
    headline: "What hangs in our corridor",
    images: [1, 2, 3, 4].map((seed) => image(seed, seed === 2 ? 1200 : 1600, 1200)),
    columns: 4,
  },
  GrowingTogether: {
    kicker: "History",
    headline: "Ten years, three turns",
    text: text(),
    items: ["2016", "2020", "2024"].map(milestone),
  },
  ImageLinkSlider: {
    kicker: "Overview",
    headline: "What we do",
    items: ["Predictive quality", "Anomaly detection", "Visual inspection"].map((title, at) =>
      item("ImageLinkItem", `plate-${at}`, { image: image(at), title, link: link() }),
    ),
  },
  ImageSlider: {
    kicker: "Signals",
    headline: "A shift in four pictures",
    images: [image(1), image(2, 900, 1200), image(3, 2400, 1000), image(4)],
    autoplay_seconds: 5,
  },
  IndustriesOverview: {
    headline: "Three halls",
    text: text(),
    industries: industries(),
    data: {
      industries: industries().map((found, at) => ({ card: found, solutions: at === 0 ? solutions : [] })),
      filters: solutions.map((solution) => ({ ...solution, count: 1 })),
    },
  },
  IndustriesSlider: {
    kicker: "Industries",
    headline: "Where our models stand",
    industries: industries(),
    link: [linkBlock("All industries", "text-arrow")],
    data: { industries: industries() },
  },
  LottieSlider: {
    headline: "From raw signal to setpoint",
    items: ["Listen", "Learn", "Operate"].map((title, at) =>
      item("LottieItem", `step-${at}`, { animation: file(`step-${at}.json`), title, text: text() }),
    ),
    loop: true,
    mode: "bounce",
  },
  NewsText: {
    headline: "Open workshop",
    date: "2026-01-19 09:00",
    text: text(),
    link: [linkBlock("How to find us", "text-arrow")],
  },
  PricingPlan: {
    headline: "What it costs",
    text: text(),
    plans: [
      plan("Data check", "€9,800", false),
      plan("Pilot", "from €48,000", true),
      plan("Operation", "€1,900", false),
    ],
  },
  Video: {
    headline: "A cell at work",
    video: file("line.mp4"),
    poster: image(2),
    captions: file("line.vtt"),
  },
};
