/**
 * A dashboard item of Jira Data Center: a frame with the gadget's page, and the bridge to it. Runs in
 * Jira's page and touches its own element only.
 */
import { type GadgetBridge, openGadgetBridge } from '@tallyboard/hosts/framed/gadget-bridge.ts';
import type { FrameState, FromFrame } from '@tallyboard/hosts/framed/protocol.ts';
import type { ColorMode } from '@tallyboard/hosts/host.ts';

/** Jira stores strings only with a dashboard item. */
export type Preferences = Readonly<Record<string, string | undefined>>;

/** Jira's API of a dashboard item. */
export interface ItemApi {
  getGadgetId(): string | number;
  isEditable(): boolean;
  /** Stores the preferences and renders the item again. */
  savePreferences(preferences: Preferences): void;
  closeEdit(): void;
  setTitle(title: string): void;
  resize(): void;
  once?(event: 'afterRender', listener: () => void): void;
}

/** jQuery object of the item's element. */
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

export function createDashboardItem(gadget: string, page: JiraPage, api: ItemApi) {
  let close = () => {};
  const show = (editing: boolean) => (element: ItemElement, preferences: Preferences) => {
    const place = element.get(0);
    if (!place) return;
    close();
    close = showFrame({ gadget, page, api, place, preferences, editing });
  };
  return { render: show(false), renderEdit: show(true) };
}

interface ItemContext {
  readonly gadget: string;
  readonly page: JiraPage;
  readonly api: ItemApi;
  readonly place: HTMLElement;
  readonly preferences: Preferences;
  readonly editing: boolean;
}

function showFrame(context: ItemContext): () => void {
  const { page, api, place, preferences, editing } = context;
  const { document } = page.window;
  const frame = document.createElement('iframe');
  frame.src = addressOf(context);
  frame.title = 'Tallyboard';
  frame.style.cssText = 'display:block;width:100%;height:260px;border:0';
  place.replaceChildren(frame);
  const bridge = openGadgetBridge({
    page: page.window,
    frame: () => frame.contentWindow,
    state: () => stateOf(context),
    onMessage: listenerOf(context, frame),
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
    // Identifies the item; unused where Jira stores the settings with it.
    dashboard: dashboardOf(page, preferences) ?? '0',
    dashboardItem: String(api.getGadgetId()),
  });
  return `${page.pages}index.html?${query}`;
}

/** The dashboard id of the address, else the one stored at configuration. */
function dashboardOf({ window }: JiraPage, { dashboardId }: Preferences): string | null {
  const query = new URLSearchParams(window.location.search);
  const named = query.get('selectPageId') ?? query.get('dashboardId');
  return named && /^\d+$/.test(named) ? named : dashboardId || null;
}

function stateOf({ page, api, preferences }: ItemContext): FrameState {
  const { window } = page;
  // Settings stored with the item stay there; otherwise REST stores them, if the dashboard is known.
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

function listenerOf(context: ItemContext, frame: HTMLIFrameElement): (message: FromFrame) => void {
  const { api, page } = context;
  let { preferences } = context;
  let isTitleStored = true;
  /** Jira renders the item again after a save, and shows the form until `isConfigured` is stored. */
  const store = (more: Preferences) => {
    preferences = { ...preferences, ...more };
    isTitleStored = true;
    api.savePreferences(preferences);
  };
  return message => {
    if (message.kind === 'resize') {
      frame.style.height = `${message.height}px`;
      api.resize();
    }
    if (message.kind === 'title') {
      api.setTitle(message.title);
      // Stored with the next save: storing now would close the form.
      preferences = { ...preferences, title: message.title };
      isTitleStored = false;
    }
    if (message.kind === 'keep') store({ isConfigured: 'true', settings: message.settings });
    if (message.kind === 'saved' && message.key === 'settings')
      store({ isConfigured: 'true', dashboardId: dashboardOf(page, preferences) ?? '' });
    if (message.kind === 'edit-closed') {
      if (!isTitleStored) store({});
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
