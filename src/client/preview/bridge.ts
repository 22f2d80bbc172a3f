/** The part of the content service's bridge that the preview uses. */
export interface Bridge {
  on(events: string | readonly string[], listener: (event: BridgeEvent) => void): void;
}

export interface BridgeEvent {
  action: string;
  story?: { id?: unknown; full_slug?: unknown };
  storyId?: unknown;
}

interface BridgeConfig {
  /** Origin of the editor. */
  customParent: string;
  /** Relation fields to resolve in the stories that the editor sends. */
  resolveRelations: readonly string[];
  resolveLinks: "url";
  /** Whose text the editor sends where the language has none. */
  fallbackLang?: string;
}

declare global {
  interface Window {
    StoryblokBridge?: new (config: BridgeConfig) => Bridge;
  }
}

const SCRIPT_ID = "storyblok-javascript-bridge";
const STYLES_ID = "storyblok-bridge-stylesheet";

/** Loads the bridge from the service's own URL, since its licence does not allow to bundle it. */
export async function openBridge(url: string, config: BridgeConfig): Promise<Bridge> {
  if (!window.StoryblokBridge) await loadScript(url);
  if (!window.StoryblokBridge) throw new Error(`${url} holds no bridge.`);
  const bridge = new window.StoryblokBridge(config);
  adoptStyles();
  return bridge;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src, id: SCRIPT_ID, async: true });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${src} could not be loaded.`)));
    document.head.append(script);
  });
}

/** The bridge adds a style element, which the content policy refuses; the same rules are added by script. */
function adoptStyles(): void {
  const element = document.getElementById(STYLES_ID);
  if (!(element instanceof HTMLStyleElement) || (element.sheet?.cssRules.length ?? 0) > 0) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(element.textContent);
  document.adoptedStyleSheets.push(sheet);
}
