import { recordOf } from '@tallyboard/core/unknown.ts';
import { path, writeUrl } from '@tallyboard/jira/address.ts';
import { APP_SETTING_KEYS } from '@tallyboard/jira/endpoints/app-settings.ts';
import { httpError } from '@tallyboard/jira/errors.ts';
import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import { requestThrough } from '../bridge/request-through.ts';
import type { ColorMode, Host, HostFlag, HostInfo, RuleForm } from '../host.ts';
import { parseHostInfo } from '../info.ts';

export interface ForgeBridge {
  readonly view: {
    submit(settings: unknown): Promise<void>;
    close(): Promise<void>;
    readonly theme: { enable(): Promise<void> };
  };
  readonly router: { open(url: string): Promise<unknown> };
  readonly events: {
    on(event: string, listener: (payload: unknown) => void): Promise<{ unsubscribe(): void }>;
  };
  requestJira(url: string, init: RequestInit): Promise<Response>;
  invoke(functionKey: string, payload: Record<string, unknown>): Promise<unknown>;
  showFlag(flag: ForgeFlag): { close(): Promise<unknown> };
}

interface ForgeFlag {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly type: 'info' | Exclude<HostFlag['kind'], 'information'>;
  readonly isAutoDismiss: boolean;
  readonly actions?: { readonly text: string; readonly onClick: () => void }[];
}

/** The host of the Forge app. @param write whether its manifest has the scopes that write */
export function createForgeHost(bridge: ForgeBridge, context: unknown, write = true): Host {
  const { info, editing, settings, colorMode } = readForgeContext(context);
  const ask = requestThrough(request => send(bridge, request));
  let stored = settings;
  let submitted = false;
  let flags = 0;
  return {
    info,
    // The sandbox forbids tabs; the platform opens them, and confirms foreign addresses.
    can: { print: true, download: true, newTabs: false, write, deletes: write },
    gadgetSettings: {
      read: async () => stored,
      async save(value) {
        const { refresh: _, ...own } = recordOf(value);
        // The platform refreshes the gadget every `refresh` minutes: a positive integer.
        await bridge.view.submit({
          ...own,
          ...(Number(own.refreshMinutes) > 0 && { refresh: own.refreshMinutes }),
        });
        stored = value;
        // The platform has closed the edit mode itself.
        submitted = true;
      },
    },
    ...(isRuleForm(context) && { ruleForm: ruleFormOf(bridge, context) }),
    showFlag({ kind, title, text, action }) {
      flags += 1;
      const flag = bridge.showFlag({
        id: `tallyboard-${flags}`,
        title,
        type: kind === 'information' ? 'info' : kind,
        isAutoDismiss: kind === 'success' || kind === 'information',
        ...(text !== undefined && { description: text }),
        ...(action && { actions: [{ text: action.label, onClick: action.onSelect }] }),
      });
      return () => void flag.close().catch(ignore);
    },
    editJql: null,
    savedReports: write ? 'app' : null,
    request: ask,
    open: url => void bridge.router.open(url).catch(ignore),
    async setTitle(title) {
      const { dashboardId, dashboardItemId } = info;
      if (dashboardId === null || dashboardItemId === null) return;
      const request: HttpRequest = {
        method: 'PUT',
        path: path`/rest/api/3/dashboard/${dashboardId}/gadget/${dashboardItemId}`,
        body: { title },
      };
      const reply = await ask(request);
      if (reply.status >= 400) throw httpError(request, reply, Date.now());
    },
    onEdit(listener) {
      if (editing) queueMicrotask(listener);
      return () => {};
    },
    onRefresh: listener => followRefresh(bridge, info.dashboardItemId, listener),
    // The platform reloads the frame after a save.
    onSettingsChange: () => () => {},
    onColorMode: followTheme(bridge, colorMode),
    closeEdit() {
      if (editing && !submitted) void bridge.view.close().catch(ignore);
    },
    // The platform measures the content itself.
    resize() {},
  };
}

/** The key of the action in the manifest. */
const isRuleForm = (context: unknown) => recordOf(context).moduleKey === 'report-figures';

/** The platform enables 'Next' once inputs are submitted, and asks for them when it is chosen. */
function ruleFormOf(bridge: ForgeBridge, context: unknown): RuleForm {
  const { data } = recordOf(recordOf(context).extension);
  return {
    inputs: recordOf(recordOf(data).inputs),
    submit: inputs => bridge.view.submit(inputs),
    onNext(listener) {
      const subscription = bridge.events.on('AUTOMATION_ACTION_SUBMIT', listener);
      return () => void subscription.then(({ unsubscribe }) => unsubscribe(), ignore);
    },
  };
}

/** The event goes to all gadgets of the app: of one gadget's refresh button, or of the dashboard's. */
function followRefresh(
  bridge: ForgeBridge,
  gadgetId: string | null,
  listener: () => void,
): () => void {
  const subscription = bridge.events.on('JIRA_DASHBOARD_GADGET_REFRESH', payload => {
    const { origin, gadgetId: refreshed } = recordOf(payload);
    if (origin === 'dashboard' || String(refreshed) === gadgetId) listener();
  });
  return () => void subscription.then(({ unsubscribe }) => unsubscribe(), ignore);
}

/** Ignores failures of the platform, which shows them itself. */
const ignore = () => {};

function followTheme(bridge: ForgeBridge, first: ColorMode | null): Host['onColorMode'] {
  return listener => {
    if (first !== null) listener(first);
    // The platform then sets its theme on the page itself.
    void bridge.view.theme.enable().catch(ignore);
    return () => {};
  };
}

async function send(bridge: ForgeBridge, request: HttpRequest): Promise<HttpReply> {
  const { method, body } = request;
  const key = PROPERTY.exec(request.path)?.[1];
  if (PROPERTIES.test(request.path)) return ALL_SETTINGS;
  if (key !== undefined) {
    const [setting, value] = [decodeURIComponent(key), body];
    return method === 'GET'
      ? askBackend(bridge, 'read-setting', { key: setting })
      : askBackend(bridge, 'write-setting', { key: setting, value });
  }
  const item = SHARED_ITEMS.exec(request.path);
  if (item) return askForItems(bridge, item[1] ?? '', item[2], request);
  const mails = MAILS.exec(request.path);
  if (mails) return askForMails(bridge, mails, request);
  const pins = PINS.exec(request.path);
  if (pins) return askForPins(bridge, pins, request);
  const reply = await bridge.requestJira(writeUrl(request), {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    body: await reply.text(),
  };
}

/** The backend has no list: each key is asked for, and a missing one is no error of the browser. */
const PROPERTIES = /^\/rest\/atlassian-connect\/1\/addons\/[^/]+\/properties$/;
const ALL_SETTINGS: HttpReply = {
  status: 200,
  headers: {},
  body: JSON.stringify({ keys: APP_SETTING_KEYS.map(key => ({ key })) }),
};

/** Connect's address of shared settings, which Forge stores in the app's backend. */
const PROPERTY = /^\/rest\/atlassian-connect\/1\/addons\/[^/]+\/properties\/([^/]+)$/;

/** Our server's addresses of saved reports and board sets; those that are shared are in the app's storage. */
const SHARED_ITEMS = /^\/replica\/(?:saved-)?(report|board-set)s(?:\/(\w+))?$/;

/** Our server's address of pins. */
const PINS = /^\/rest\/tallyboard\/1\/saved-reports\/(\w+)\/pins(?:\/(\w+))?$/;

/** Our server's addresses of subscriptions; the app sends them as notifications of Jira. */
const MAILS =
  /^\/rest\/tallyboard\/1\/(?:saved-reports\/(\w+)\/(subscriptions|release)|subscriptions\/(\w+)(?:\/(test|history))?)$/;

function askForMails(
  bridge: ForgeBridge,
  [, report, what, id, action]: RegExpExecArray,
  { method, body }: HttpRequest,
): Promise<HttpReply> {
  if (what === 'release')
    return askBackend(bridge, 'set-released', { report, on: method === 'PUT' });
  if (report !== undefined)
    return askBackend(bridge, method === 'POST' ? 'add-mail' : 'list-mails', { report, body });
  if (action !== undefined)
    return askBackend(bridge, action === 'test' ? 'test-mail' : 'mail-history', { id });
  return askBackend(bridge, method === 'DELETE' ? 'remove-mail' : 'change-mail', { id, body });
}

function askForPins(
  bridge: ForgeBridge,
  [, report, pin]: RegExpExecArray,
  { method, body }: HttpRequest,
): Promise<HttpReply> {
  if (method === 'DELETE') return askBackend(bridge, 'remove-pin', { report, pin });
  return askBackend(bridge, method === 'POST' ? 'add-pin' : 'list-pins', { report, body });
}

function askForItems(
  bridge: ForgeBridge,
  kind: string,
  id: string | undefined,
  { method, query, body }: HttpRequest,
): Promise<HttpReply> {
  if (id === undefined) return askBackend(bridge, `list-${kind}s`, { cursor: query?.cursor });
  if (method === 'PUT') return askBackend(bridge, `save-${kind}`, { id, body });
  return askBackend(bridge, `${method === 'DELETE' ? 'delete' : 'read'}-${kind}`, { id });
}

async function askBackend(
  bridge: ForgeBridge,
  functionKey: string,
  payload: Record<string, unknown>,
): Promise<HttpReply> {
  const { status, body = null } = recordOf(await bridge.invoke(functionKey, payload));
  if (typeof status !== 'number') throw new Error('The backend gave no answer.');
  return { status, headers: {}, body: JSON.stringify(body) };
}

/** The platform's context of the module. */
export interface ForgePlace {
  readonly info: HostInfo;
  /** The edit mode of a gadget: a separate frame, closed on save or cancel. */
  readonly editing: boolean;
  /** Stored settings of the gadget; undefined before the first save. */
  readonly settings: unknown;
  readonly colorMode: 'light' | 'dark' | null;
}

/** Never throws; missing members get defaults. */
export function readForgeContext(context: unknown): ForgePlace {
  const whole = recordOf(context);
  const extension = recordOf(whole.extension);
  const isGadget = extension.type === 'jira:dashboardGadget';
  const editing = isGadget && extension.entryPoint === 'edit';
  const isAdminPage = extension.type === 'jira:adminPage';
  const settings = recordOf(extension.gadgetConfiguration);
  const { colorMode } = recordOf(whole.theme);
  const accountId = textOf(whole.accountId);
  return {
    info: parseHostInfo('', {
      flavour: 'cloud',
      baseUrl: (textOf(whole.siteUrl) ?? '').replace(/\/+$/, ''),
      licensed: isLicensed(whole),
      // The platform shows this page to administrators only; the backend checks again before it stores.
      admin: isAdminPage,
      initialTab: isAdminPage ? 'settings' : null,
      standalone: false,
      wallboard: isGadget && /\/wallboard\b/i.test(textOf(extension.location) ?? ''),
      // The platform stores settings of gadgets only.
      editable: !isGadget || editing,
      gadget: isGadget ? textOf(whole.moduleKey) : null,
      dashboardId: idOf(extension.dashboard),
      dashboardItemId: idOf(extension.gadget),
      projectKey: textOf(recordOf(extension.project).key),
      cloudId: textOf(whole.cloudId),
      user: accountId === null ? null : { id: accountId, zone: textOf(whole.timezone) },
    }),
    editing,
    settings: Object.keys(settings).length === 0 ? undefined : settings,
    colorMode: colorMode === 'light' || colorMode === 'dark' ? colorMode : null,
  };
}

/** Licences exist in production only; an app that is not sold has none there either. */
function isLicensed({ environmentType, license }: Record<string, unknown>): boolean {
  if (environmentType !== 'PRODUCTION' || typeof license !== 'object' || license === null)
    return true;
  return recordOf(license).active === true;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function idOf(value: unknown): string | null {
  const { id } = recordOf(value);
  return typeof id === 'number' ? String(id) : textOf(id);
}

/** The host of an app that Jira Cloud serves. Rejects where its bridge is not there: see awaitBridge. */
export async function openForgeHost(): Promise<Host> {
  // Throws outside of the platform as soon as it is loaded.
  const { events, invoke, requestJira, router, showFlag, view } = await import('@forge/bridge');
  const { submit, close, theme } = view;
  const bridge = { view: { submit, close, theme }, events, invoke, requestJira, router, showFlag };
  const isReadOnly = document.querySelector('meta[name="tallyboard-read-only"]') !== null;
  return createForgeHost(bridge, await view.getContext(), !isReadOnly);
}
