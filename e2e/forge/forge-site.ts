/** A Jira Cloud site with the packed app installed in it. What the platform would block is blocked here, and noted. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { APIRequestContext, Page, Route } from '@playwright/test';
import { scopesOf } from '../../apps/forge/testing/scopes.ts';
import { askReplica, type Invocation, openBackend, pointsOf } from './backend.ts';
import {
  BRIDGE,
  bridgeScript,
  CDN,
  CONTENT_SECURITY,
  type PlacedFrame,
  SITE,
  sitePage,
} from './platform-pages.ts';

export interface SiteSettings {
  readonly page: Page;
  readonly request: APIRequestContext;
  /** Where the replica is. */
  readonly base: string;
  /** The folder that `forge deploy` would take. */
  readonly packed: string;
}

/** A module of the app, opened. Gadgets have the id of their item. */
export interface OpenedModule {
  readonly key: string;
  readonly title: string;
  readonly extension: Readonly<Record<string, unknown>>;
  readonly gadgetId?: string;
}

/** What the test may change, and what it may look at. */
export interface SiteState {
  /** Whom the replica takes for the reader; null: its own. */
  user: string | null;
  theme: 'light' | 'dark';
  license: { readonly active: boolean } | undefined;
  /** What gadgets were saved with, by the titles of their frames. */
  readonly configurations: Map<string, unknown>;
  /** Properties of the reader's user, by key. */
  readonly properties: Map<string, unknown>;
  /** The storage of the app. */
  readonly kept: Map<string, unknown>;
  readonly opened: string[];
  readonly flags: { readonly title?: string; readonly description?: string }[];
  /** 'GET /rest/api/2/field', one for each call. */
  readonly calls: string[];
  readonly blocked: string[];
  /** Calls of the backend. */
  readonly invocations: Invocation[];
  /** Calls the backend as somebody. */
  invoke: (accountId: string, call: Invocation) => Promise<unknown>;
  /** Points of the app's hourly quota that the backend has used. */
  points: number;
}

const ACCOUNT = '712020:3f8e';
const DASHBOARD = '10000';
const FILES = `${CDN}/app/main`;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Opens a page of the site with these modules in its frames. */
export async function openForgeSite(settings: SiteSettings, modules: readonly OpenedModule[]) {
  const { page } = settings;
  const state: SiteState = {
    user: null,
    theme: 'light',
    license: { active: true },
    configurations: new Map(),
    properties: new Map(),
    kept: new Map(),
    opened: [],
    flags: [],
    calls: [],
    blocked: [],
    invocations: [],
    invoke: async () => undefined,
    points: 0,
  };
  page.on('console', message => {
    // What is on its way when its frame goes is no longer answered here, and asks the network, which has no such site.
    const isLate = message.text().includes('ERR_NAME_NOT_RESOLVED');
    if (isLate && message.location().url.startsWith(`${SITE}/`)) return;
    if (message.type() === 'error' || /Content Security Policy|sandbox/i.test(message.text()))
      state.blocked.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', error => state.blocked.push(error.stack ?? String(error)));
  await page.exposeFunction('forge', farEnd(settings, state, modules));
  await page.route('**/*', filesOf(settings, state, modules));
  await page.goto(`${SITE}/jira/dashboards/${DASHBOARD}`);
  return state;
}

export const gadget = (key: string, title: string, id: string): OpenedModule => ({
  key,
  title,
  gadgetId: id,
  extension: { type: 'jira:dashboardGadget', dashboard: { id: DASHBOARD }, gadget: { id } },
});

/** Serves Jira's page, the app's files under its policy, and the bridge; nothing else is reached. */
function filesOf(
  settings: SiteSettings,
  state: SiteState,
  modules: readonly OpenedModule[],
): (route: Route) => Promise<void> {
  const frames: PlacedFrame[] = modules.map(({ title, gadgetId = '' }) => ({
    name: title,
    title,
    src: `${FILES}/index.html`,
    gadgetId,
  }));
  return async route => {
    const url = new URL(route.request().url());
    if (url.protocol === 'blob:' || url.protocol === 'data:') return route.continue();
    if (url.href === `${BRIDGE}/bridge.js`)
      return route.fulfill({ contentType: 'text/javascript', body: bridgeScript() });
    if (url.href.startsWith(`${FILES}/`)) {
      const path = url.pathname.slice(new URL(FILES).pathname.length);
      return route.fulfill({
        headers: { 'content-security-policy': CONTENT_SECURITY },
        contentType: TYPES[extname(path)] ?? 'application/octet-stream',
        body: await fileOf(join(settings.packed, 'static/app', path)),
      });
    }
    if (url.origin === SITE && url.pathname.startsWith('/jira/dashboards/'))
      return route.fulfill({ contentType: TYPES['.html'] ?? '', body: sitePage(frames) });
    if (url.origin === SITE && route.request().resourceType() === 'image')
      return route.fulfill({ response: await settings.request.get(settings.base + url.pathname) });
    state.blocked.push(`outside: ${url.href}`);
    return route.abort();
  };
}

/** The platform puts its bridge before everything that the app brings. */
async function fileOf(path: string): Promise<Buffer | string> {
  if (!path.endsWith('index.html')) return readFile(path);
  const page = await readFile(path, 'utf8');
  return page.replace('<head>', `<head><script src="${BRIDGE}/bridge.js"></script>`);
}

/** The replica has no properties of users. */
const PROPERTY = /^\/rest\/api\/3\/user\/properties\/([^?]+)/;

function answerProperty(
  properties: Map<string, unknown>,
  key: string,
  method: string,
  body: string | null = null,
) {
  if (method === 'PUT') properties.set(key, JSON.parse(body ?? 'null'));
  const value = properties.get(key);
  const answer = value === undefined ? {} : { key, value };
  return { status: value === undefined ? 404 : 200, headers: {}, body: JSON.stringify(answer) };
}

/** Answers the bridge: calls of frames by the names of their frames. */
function farEnd(settings: SiteSettings, state: SiteState, modules: readonly OpenedModule[]) {
  const { request, base, packed } = settings;
  const editing = new Set<string>();
  const askJira = async (method: string, address: string, body?: string | null) => {
    state.calls.push(`${method} ${address.split('?')[0]}`);
    if (scopesOf(method, address) === null) {
      state.blocked.push(`no scope: ${method} ${address}`);
      return { status: 401, headers: {}, body: '{"code":401,"message":"scope does not match"}' };
    }
    const property = PROPERTY.exec(address)?.[1];
    if (property !== undefined) return answerProperty(state.properties, property, method, body);
    return askReplica(request, base, SITE, { method, address, body, user: state.user });
  };
  state.invoke = openBackend({
    file: join(packed, 'src/index.js'),
    kept: state.kept,
    askJira: async (method, address) => {
      const { status, body } = await askJira(method, address);
      state.points += pointsOf(body);
      return new Response(body, { status });
    },
  });
  const contextOf = ({ key, title, extension }: OpenedModule) => ({
    accountId: ACCOUNT,
    cloudId: 'c-1',
    moduleKey: key,
    localId: title,
    locale: 'en_GB',
    timezone: 'America/St_Johns',
    siteUrl: SITE,
    environmentType: 'PRODUCTION',
    license: state.license,
    theme: { colorMode: state.theme },
    extension: {
      ...extension,
      gadgetConfiguration: state.configurations.get(title),
      ...(editing.has(title) && { entryPoint: 'edit' }),
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: what crosses the bridge has the shape of its method.
  return async (frame: string, method: string, payload: any): Promise<unknown> => {
    const module = modules.find(({ title }) => title === frame);
    if (!module) throw new Error(`No module ${frame}`);
    switch (method) {
      case 'edit':
        return void editing.add(frame);
      case 'getContext':
        return contextOf(module);
      case 'enableTheming':
        return state.theme;
      case 'fetchProduct': {
        const { restPath, fetchRequestInit } = payload;
        const sent = fetchRequestInit.method ?? 'GET';
        return { statusText: '', ...(await askJira(sent, restPath, fetchRequestInit.body)) };
      }
      case 'invoke':
        state.invocations.push(payload);
        return state.invoke(ACCOUNT, payload);
      case 'submit':
        if (!editing.delete(frame)) return false;
        return void state.configurations.set(frame, payload);
      case 'close':
        return editing.delete(frame);
      case 'navigate':
        return void state.opened.push(payload.url);
      case 'showFlag':
        return void state.flags.push(payload);
      case 'closeFlag':
        return true;
      default:
        state.blocked.push(`${method}: ${payload}`);
        return undefined;
    }
  };
}
