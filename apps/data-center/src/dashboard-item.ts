/**
 * A dashboard item of Jira Data Center: a frame with the gadget's page, and between the two the same words as on our own
 * dashboards. Runs in Jira's page, beside everything else there: it touches its own element alone.
 */
import { type GadgetBridge, openGadgetBridge } from '@tallyboard/hosts/framed/gadget-bridge.ts';
import type { FrameState, FromFrame } from '@tallyboard/hosts/framed/protocol.ts';
import type { ColorMode } from '@tallyboard/hosts/host.ts';

/** Flat texts, which is all that Jira keeps with a dashboard item. */
export type Preferences = Readonly<Record<string, string | undefined>>;

/** What Jira gives to each dashboard item. */
export interface ItemApi {
  getGadgetId(): string | number;
  isEditable(): boolean;
  /** Stores, and draws the item anew. */
  savePreferences(preferences: Preferences): void;
  closeEdit(): void;
  setTitle(title: string): void;
  resize(): void;
  once?(event: 'afterRender', listener: () => void): void;
}

/** jQuery around the element that is the item's own. */
export interface ItemElement {
  get(at: number): HTMLElement | undefined;
}

/** Jira's page around the item. */
export interface JiraPage {
  readonly window: Window;
  /** Folder of the plugin's pages, and Jira's own address with its context path. */
  readonly pages: string;
  readonly baseUrl: string;
}

export interface DashboardItem {
  render(element: ItemElement, preferences: Preferences): void;
  renderEdit(element: ItemElement, preferences: Preferences): void;
}

export function createDashboardItem(gadget: string, page: JiraPage, api: ItemApi): DashboardItem {
  let close = () => {};
  const show = (element: ItemElement, preferences: Preferences, editing: boolean) => {
    const place = element.get(0);
    if (!place) return;
    close();
    close = showFrame({ gadget, page, api, place, preferences, editing });
  };
  return {
    render: (element, preferences) => show(element, preferences, false),
    renderEdit: (element, preferences) => show(element, preferences, true),
  };
}

interface ItemContext {
  readonly gadget: string;
  readonly page: JiraPage;
  readonly api: ItemApi;
  readonly place: HTMLElement;
  readonly preferences: Preferences;
  readonly editing: boolean;
}

function showFrame(shown: ItemContext): () => void {
  const { page, api, place, preferences, editing } = shown;
  const { document } = page.window;
  const frame = document.createElement('iframe');
  frame.src = addressOf(shown);
  frame.title = 'Tallyboard';
  frame.style.cssText = 'display:block;width:100%;height:260px;border:0';
  place.replaceChildren(frame);
  const hear = listenerOf(shown, frame);
  const bridge = openGadgetBridge({
    page: page.window,
    frame: () => frame.contentWindow,
    state: () => stateOf(shown),
    onMessage: hear,
  });
  if (preferences.title) api.setTitle(preferences.title);
  if (editing) bridge.edit();
  const stopColors = followColors(document.documentElement, bridge);
  api.once?.('afterRender', () => api.resize());
  return () => {
    stopColors();
    bridge.close();
  };
}

function addressOf({ gadget, page, api, preferences }: ItemContext): string {
  const query = new URLSearchParams({
    server: 'true',
    xdm_e: page.baseUrl,
    gadget,
    lic: 'active',
    // A name for the page that settings are for; where they are kept here, nothing is asked by it.
    dashboard: dashboardOf(page, preferences) ?? '0',
    dashboardItem: String(api.getGadgetId()),
  });
  return `${page.pages}index.html?${query}`;
}

/** The dashboard by its address, else by what was noted when the item was configured; null: nobody says. */
function dashboardOf({ window }: JiraPage, { dashboardId }: Preferences): string | null {
  const query = new URLSearchParams(window.location.search);
  const named = query.get('selectPageId') ?? query.get('dashboardId');
  return named && /^\d+$/.test(named) ? named : dashboardId || null;
}

function stateOf({ page, api, preferences }: ItemContext): FrameState {
  const { window } = page;
  // Once kept with the item, settings stay there; else they are where REST keeps them, if the dashboard is known.
  const keeps = preferences.settings !== undefined || dashboardOf(page, preferences) === null;
  return {
    flavour: 'data-center',
    edition: 'standard',
    editable: api.isEditable(),
    wallboard: /\/Wallboard\b/.test(window.location.pathname),
    colorMode: colorModeOf(window.document.documentElement),
    ...(keeps && { settings: preferences.settings ?? '' }),
  };
}

function listenerOf(shown: ItemContext, frame: HTMLIFrameElement): (message: FromFrame) => void {
  const { api, page } = shown;
  let { preferences } = shown;
  let isTitleKept = true;
  /** Jira draws the item anew with what it stores, and asks for the form until it is told that there is something to show. */
  const store = (more: Preferences) => {
    preferences = { ...preferences, ...more };
    isTitleKept = true;
    api.savePreferences(preferences);
  };
  return message => {
    if (message.kind === 'resize') {
      frame.style.height = `${message.height}px`;
      api.resize();
    }
    if (message.kind === 'title') {
      api.setTitle(message.title);
      // Kept with the next save: storing at once would take the form away.
      preferences = { ...preferences, title: message.title };
      isTitleKept = false;
    }
    if (message.kind === 'keep') store({ isConfigured: 'true', settings: message.settings });
    if (message.kind === 'saved' && message.key === 'settings')
      store({ isConfigured: 'true', dashboardId: dashboardOf(page, preferences) ?? '' });
    if (message.kind === 'edit-closed') {
      if (!isTitleKept) store({});
      api.closeEdit();
    }
  };
}

function followColors(root: HTMLElement, bridge: GadgetBridge): () => void {
  const observer = new MutationObserver(() => bridge.showColorMode(colorModeOf(root)));
  observer.observe(root, { attributeFilter: ['data-color-mode'] });
  return () => observer.disconnect();
}

const colorModeOf = (root: HTMLElement): ColorMode =>
  root.getAttribute('data-color-mode') === 'dark' ? 'dark' : 'light';
