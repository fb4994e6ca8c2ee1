/**
 * The two pages that the platform puts around an app: Jira's own, with the app in sandboxed frames, and the script in each
 * frame that is its bridge. What they say to each other is the platform's own affair, and is made up here.
 */

export const SITE = 'https://lumen.atlassian.net';
export const CDN = 'https://1f0a7c9e-5d21-4b60.cdn.prod.atlassian-dev.net';
export const BRIDGE = 'https://forge.cdn.prod.atlassian-dev.net';

/** As the platform documents them; links that open tabs are not among them. */
const SANDBOX =
  'allow-downloads allow-forms allow-modals allow-pointer-lock allow-same-origin allow-scripts';
const FEATURES = 'camera; clipboard-write; display-capture; fullscreen; microphone';

/** Pictures that the platform lets through without being asked. */
const PICTURES = [
  SITE,
  'https://*.wp.com',
  'https://secure.gravatar.com',
  'https://images.unsplash.com',
  'https://api.media.atlassian.com',
  'https://api.atlassian.com',
  'https://avatar-management--avatars.us-west-2.prod.public.atl-paas.net',
];

/** The platform's policy for an app without content or external permissions. */
export const CONTENT_SECURITY = [
  "default-src 'self'",
  `script-src 'self' ${BRIDGE}`,
  "style-src 'self'",
  `img-src 'self' ${PICTURES.join(' ')}`,
  "connect-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  `frame-ancestors ${SITE}`,
].join('; ');

/** A frame of the page: its name, where its files are, and what stands above it. */
export interface PlacedFrame {
  readonly name: string;
  readonly title: string;
  readonly src: string;
  /** The id of a gadget. */
  readonly gadgetId: string;
}

/** Jira's page. `forge` is what the test puts in for the far end of the bridge. */
export function sitePage(frames: readonly PlacedFrame[]): string {
  const cards = frames.map(
    ({ name, title, src, gadgetId }) => `<section aria-label="${title}"><h2>${title}</h2>
      <button data-menu="edit" data-of="${name}">Configure ${title}</button>
      <button data-menu="refresh" data-of="${name}" data-gadget="${gadgetId}">Refresh ${title}</button>
      <iframe name="${name}" title="${title}" src="${src}" sandbox="${SANDBOX}" allow="${FEATURES}"
        style="width: 100%; height: 150px; border: 0"></iframe></section>`,
  );
  return `<!doctype html><html data-color-mode="light"><meta charset="utf-8"><title>Jira</title>
    <body style="font: 14px sans-serif">${cards.join('\n')}
    <script>(${siteScript.toString()})(${JSON.stringify(CDN)})</script></body></html>`;
}

export const bridgeScript = (): string => `(${frameScript.toString()})(${JSON.stringify(SITE)})`;

interface Posted {
  readonly id: number;
  readonly method: string;
  readonly payload: unknown;
}

interface Subscription {
  readonly event: string;
  readonly callback: (payload: unknown) => void;
}

/** Runs in Jira's page: hands calls of frames on, and does with frames what the answer says. */
function siteScript(cdn: string): void {
  const far = (window as unknown as Record<'forge', (...call: unknown[]) => Promise<unknown>>)
    .forge;
  const frames = [...document.querySelectorAll('iframe')];
  const load = (frame: HTMLIFrameElement) => {
    // A fresh document at the same address.
    frame.src = frame.getAttribute('src') ?? '';
  };
  window.addEventListener('message', async event => {
    const frame = frames.find(each => each.contentWindow === event.source);
    if (!frame || event.origin !== cdn) return;
    const { id, method, payload } = event.data as Posted;
    if (method === 'resize') {
      frame.style.height = `${payload}px`;
      return;
    }
    try {
      const result = await far(frame.name, method, payload);
      frame.contentWindow?.postMessage({ id, result }, cdn);
      if (method === 'submit' || method === 'close') load(frame);
    } catch (error) {
      frame.contentWindow?.postMessage({ id, error: String(error) }, cdn);
    }
  });
  document.addEventListener('click', async event => {
    const button = event.target as HTMLElement;
    const frame = frames.find(({ name }) => name === button.dataset.of);
    if (!frame) return;
    if (button.dataset.menu === 'edit') {
      await far(frame.name, 'edit', null);
      load(frame);
      return;
    }
    // Gadgets with `refreshable: false` get the event instead of a reload, all of them.
    const payload = { origin: 'gadget', gadgetId: button.dataset.gadget };
    for (const { contentWindow } of frames)
      contentWindow?.postMessage({ event: 'JIRA_DASHBOARD_GADGET_REFRESH', payload }, cdn);
  });
}

/** Runs in the app's frame, before the app: `window.__bridge`, and the measuring of its height. */
function frameScript(site: string): void {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(cause: Error): void }>();
  const listeners: Subscription[] = [];
  let last = 0;
  const post = (id: number, method: string, payload: unknown) =>
    window.parent.postMessage({ id, method, payload }, site);
  const callBridge = (method: string, payload: unknown) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      // Functions do not cross; nothing that the test does calls one.
      post(last, method, JSON.parse(JSON.stringify(payload ?? null)));
    });
  const showTheme = async (colorMode: unknown) => {
    document.documentElement.setAttribute('data-color-mode', String(colorMode));
  };
  Object.assign(window, {
    __bridge: {
      callBridge: async (method: string, payload: unknown) => {
        if (method === 'on') {
          const { event, callback } = payload as Subscription;
          listeners.push({ event, callback });
          return { unsubscribe: () => {} };
        }
        const result = await callBridge(method, payload);
        if (method === 'enableTheming') await showTheme(result);
        return result;
      },
    },
  });
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent) return;
    for (const { event, callback } of listeners) if (event === data.event) callback(data.payload);
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) call?.reject(new Error(data.error));
    else call?.resolve(data.result);
  });
  document.addEventListener('securitypolicyviolation', violation => {
    void callBridge('blocked', `${violation.violatedDirective}: ${violation.blockedURI}`);
  });
  document.addEventListener('DOMContentLoaded', () => {
    const measure = () => post(0, 'resize', document.body.offsetHeight);
    new ResizeObserver(measure).observe(document.body);
  });
}
