/**
 * The interface's own words. The specification gives content and labels to the content service and leaves these
 * open, so they are built in; a label of the same name in the `labels` datasource wins (within the label scan limit).
 */
import type { DatasourceEntry, Lang } from "../../content/model.ts";
import { label } from "../../content/rules/labels.ts";

/** name: [English, German]. `{x}` stands for a value. */
const WORDS = {
  skip_to_content: ["Skip to content", "Zum Inhalt springen"],
  main_navigation: ["Main", "Hauptnavigation"],
  menu: ["Menu", "Menü"],
  breadcrumb: ["Breadcrumb", "Brotkrumen"],
  footer_navigation: ["All pages", "Alle Seiten"],
  legal_navigation: ["Legal", "Rechtliches"],
  submenu_of: ["Submenu {name}", "Untermenü {name}"],
  home: ["{name}, home", "{name}, Startseite"],
  contact: ["Contact", "Kontakt"],
  language: ["Language", "Sprache"],
  language_go: ["Go to {name}", "Zu {name} wechseln"],
  language_en: ["English", "English"],
  language_de: ["Deutsch", "Deutsch"],
  open_jobs: ["{n} open positions", "{n} offene Stellen"],
  open_jobs_one: ["1 open position", "1 offene Stelle"],
  close: ["Close", "Schließen"],
  error_lost: ["This page does not exist or has moved.", "Diese Seite gibt es nicht oder nicht mehr."],
  certification: ["Certification", "Zertifizierung"],

  slider_previous: ["Previous", "Zurück"],
  slider_next: ["Next", "Weiter"],
  slider_position: ["{n} of {m}", "{n} von {m}"],
  slider_pause: ["Stop slide rotation", "Automatischen Wechsel anhalten"],
  slider_play: ["Start slide rotation", "Automatischen Wechsel starten"],
  slides: ["Slides", "Folien"],

  video: ["Video", "Video"],
  video_play: ["Play video", "Video abspielen"],
  video_play_named: ["Play video: {name}", "Video abspielen: {name}"],
  video_pause: ["Pause video", "Video anhalten"],
  video_notice: [
    "Playing this video connects your browser to {service}, which may store cookies.",
    "Beim Abspielen verbindet sich Ihr Browser mit {service}; dabei können Cookies gesetzt werden.",
  ],
  video_always: ["Always allow videos", "Videos immer zulassen"],
  video_open: ["Watch on {service}", "Auf {service} ansehen"],
  video_missing: ["This video is not available.", "Dieses Video ist nicht verfügbar."],
  captions: ["Captions", "Untertitel"],

  read_more: ["Read more", "Weiterlesen"],
  read_story: ["Read the story", "Zum Kundenbericht"],
  all_insights: ["All insights", "Alle Beiträge"],
  by_author: ["By {name}", "Von {name}"],
  published: ["Published", "Veröffentlicht"],
  reading_time: ["{n} min read", "{n} Min. Lesezeit"],
  related_posts: ["Read on", "Weiterlesen"],
  no_posts: ["There are no posts here yet.", "Hier gibt es noch keine Beiträge."],
  table_of_contents: ["Contents", "Inhalt"],
  posts_n: ["{n} posts", "{n} Beiträge"],
  posts_one: ["1 post", "1 Beitrag"],
  all: ["All", "Alle"],
  filter_by: ["Filter by {name}", "Filtern nach {name}"],
  category: ["Category", "Kategorie"],
  pagination: ["Pages", "Seiten"],
  page_n: ["Page {n}", "Seite {n}"],
  page_n_of: ["Page {n} of {m}", "Seite {n} von {m}"],
  newer: ["Newer", "Neuere"],
  older: ["Older", "Ältere"],

  customer: ["Customer", "Kunde"],
  industry: ["Industry", "Branche"],
  industries: ["Industries", "Branchen"],
  solution: ["Solution", "Lösung"],
  solutions: ["Solutions", "Lösungen"],
  topics: ["Topics", "Themen"],
  results: ["Results", "Ergebnisse"],
  department: ["Department", "Bereich"],
  location: ["Location", "Ort"],
  employment_type: ["Employment", "Anstellung"],
  salary: ["Salary", "Gehalt"],
  date_posted: ["Posted", "Ausgeschrieben"],
  apply: ["Apply", "Bewerben"],
  jobs_in_focus: ["In focus", "Im Fokus"],
  type_FULL_TIME: ["Full time", "Vollzeit"],
  type_PART_TIME: ["Part time", "Teilzeit"],
  type_INTERN: ["Internship", "Praktikum"],
  type_CONTRACTOR: ["Contract", "Freie Mitarbeit"],
  no_jobs: ["There are no open positions right now.", "Zurzeit sind keine Stellen offen."],

  consent_unavailable: [
    "The cookie settings need script, which is off or could not be loaded. Until it runs, this site stores nothing optional, and a video of another service loads only when you play it.",
    "Die Cookie-Einstellungen brauchen JavaScript, das ausgeschaltet ist oder nicht geladen werden konnte. Bis es läuft, speichert diese Website nichts Optionales, und Videos anderer Dienste werden nur geladen, wenn Sie sie abspielen.",
  ],

  phone: ["Phone", "Telefon"],
  email: ["Email", "E-Mail"],
  email_to: ["Write to {name}", "{name} schreiben"],
  profile_of: ["{name} on {service}", "{name} auf {service}"],
  follow_on: ["{company} on {service}", "{company} auf {service}"],
  form_name: ["Name", "Name"],
  form_email: ["Email", "E-Mail"],
  form_company: ["Company", "Unternehmen"],
  form_phone: ["Phone", "Telefon"],
  form_message: ["What is it about?", "Worum geht es?"],
  form_optional: ["optional", "freiwillig"],
  form_consent: ["You may use these details to answer me.", "Sie dürfen diese Angaben verwenden, um mir zu antworten."],
  form_trap: ["Leave this field empty", "Dieses Feld bitte leer lassen"],
  form_send: ["Send message", "Nachricht senden"],
  form_sending: ["Sending …", "Wird gesendet …"],
  form_mail: ["Write an email", "E-Mail schreiben"],
  form_success: ["Thank you. Your message has arrived.", "Vielen Dank. Ihre Nachricht ist angekommen."],
  form_error: [
    "Your message could not be sent. Please try again or write to {email}.",
    "Ihre Nachricht konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal oder schreiben Sie an {email}.",
  ],
  form_error_plain: [
    "Your message could not be sent. Please try again.",
    "Ihre Nachricht konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.",
  ],

  image_open: ["Open large view: {name}", "Große Ansicht öffnen: {name}"],
  image: ["Image", "Bild"],
  large_view: ["Large view", "Große Ansicht"],
  recommended: ["Recommended", "Empfohlen"],
  console: ["Product screen", "Produktansicht"],
  console_fine: ["running", "läuft"],
  console_watch: ["watched", "unter Beobachtung"],
  console_alert: ["alert", "Meldung"],
  console_limit: ["limit", "Grenze"],
  console_events: ["What happened", "Was geschah"],
  console_day: ["day {n}", "Tag {n}"],
  console_day_of: ["Day {n} of {m}", "Tag {n} von {m}"],
  console_scale: ["Day shown", "Gezeigter Tag"],
  console_play: ["Let the days pass", "Tage laufen lassen"],
  console_pause: ["Stop the days", "Tage anhalten"],
  sound_choose: ["Recording", "Aufnahme"],
  sound_play: ["Hear it", "Anhören"],
  sound_pause: ["Pause", "Anhalten"],
  sound_place: ["Place in the recording", "Stelle der Aufnahme"],
  sound_seconds: ["{n} seconds", "{n} Sekunden"],
  sound_loading: ["Loading the recordings …", "Aufnahmen werden geladen …"],
  sound_failed: ["The recordings could not be loaded.", "Die Aufnahmen konnten nicht geladen werden."],
  animation_pause: ["Pause animation", "Animation anhalten"],
  animation_play: ["Play animation", "Animation abspielen"],
  animation_error: [
    "An error occurred while trying to load the Lottie file from {url}",
    "Beim Laden der Lottie-Datei ist ein Fehler aufgetreten: {url}",
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type WordName = keyof typeof WORDS;

/**
 * All words in one language. They are data: the build puts them into the language's shared state, so the browser gets
 * one language and no table in its code.
 */
export function wordsOf(lang: Lang, labels: readonly DatasourceEntry[]): Record<WordName, string> {
  const own = Object.entries(WORDS).map(([name, pair]) => [name, label(labels, name) || pair[lang === "de" ? 1 : 0]]);
  return Object.fromEntries(own) as Record<WordName, string>;
}
