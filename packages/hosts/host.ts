/**
 * What a host (Cloud, Data Center, our own server, the demo) provides. Adapters contain the differences only; everything
 * else is in `jira`.
 */
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { DataAge } from './data-age.ts';

export type ColorMode = 'light' | 'dark';

/** Where the app runs: the query parameters of the spec, parsed once. */
export interface HostInfo {
  readonly flavour: Flavour;
  /** Base address of the host for links, without a slash at the end; '' for the same origin. */
  readonly baseUrl: string;
  readonly edition: 'standard' | 'lite';
  readonly licensed: boolean;
  readonly demo: boolean;
  readonly admin: boolean;
  readonly standalone: boolean;
  /** On a wallboard: no controls, large figures. */
  readonly wallboard: boolean;
  /** The viewer may change the gadget's settings; true where the host does not say. */
  readonly editable: boolean;
  readonly projectKey: string | null;
  readonly dashboardId: string | null;
  readonly dashboardItemId: string | null;
  /** Initial tab, as the `fType` parameter names it. */
  readonly initialTab: string | null;
  /** The gadget that the root address shows instead of the page ('status', 'tracking', ...). */
  readonly gadget: string | null;
  /** The app that the documentation page is about. */
  readonly app: string | null;
  readonly cloudId: string | null;
  readonly addonKey: string;
  readonly user: HostUser | null;
  /** The host sends the issues of large queries as columns. */
  readonly columns: boolean;
  /** The host records who reads figures on people. */
  readonly audited?: true;
}

/** The viewer by the host: used until Jira answers, and if it does not. */
export interface HostUser {
  /** Account id on Cloud, name on Data Center. */
  readonly id: string;
  /** IANA name. */
  readonly zone: string | null;
}

/** What the frame around the app lets through. */
export interface HostAbilities {
  readonly print: boolean;
  /** Files made in the page can be saved. */
  readonly download: boolean;
  /** Links may open new tabs by themselves; where they may not, the app opens them with `open`. */
  readonly newTabs: boolean;
  /** Readers with the rights in Jira may change issues, as themselves. */
  readonly write: boolean;
  /** They may delete what they wrote: logged work can be undone. */
  readonly deletes: boolean;
}

export interface HostFlag {
  readonly kind: 'information' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

/** Gadget settings stored by the host. */
export interface HostSettings {
  /** Undefined before the first save. */
  read(): Promise<unknown>;
  /** Rejects on failure. */
  save(value: unknown): Promise<void>;
}

/** What a dashboard of our own does for its gadgets. */
export interface OwnDashboard {
  /** Shows a title made from the settings, unless the author gave one. */
  suggestTitle(title: string): void;
  /** Opens an address of the app. */
  go(address: string): void;
}

/** The form of a step in a rule of Jira Automation. */
export interface RuleForm {
  /** As the rule keeps them. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Keeps them in the rule, which its author saves. */
  submit(inputs: Readonly<Record<string, string>>): Promise<void>;
  /** Called when the author goes on; returns a function that stops listening. */
  onNext(listener: () => void): () => void;
}

export interface Host {
  readonly info: HostInfo;
  /** The frame around the app has not answered yet: `info` is from the address alone. */
  readonly opening?: true;
  readonly can: HostAbilities;
  /** Null: settings of gadgets are in the properties of their dashboard items, by the REST API. */
  readonly gadgetSettings: HostSettings | null;
  /** Shows a flag and returns a function that closes it; null: the app shows its own. */
  readonly showFlag: ((flag: HostFlag) => () => void) | null;
  /** Opens the host's JQL dialog and resolves to the query, null when cancelled. Null: no such dialog. */
  readonly editJql: ((jql: string) => Promise<string | null>) | null;
  /**
   * Where saved reports are: on our server, with the reader's user in Jira, or there and, once shared, in the app's storage.
   * Null: this host keeps none.
   */
  readonly savedReports: 'server' | 'user' | 'app' | null;
  /** Absent in pages and on hosts' dashboards. */
  readonly dashboard?: OwnDashboard;
  /** The only screen of this frame; absent elsewhere. */
  readonly ruleForm?: RuleForm;
  /** One request to the host's REST API. Rejects only when no reply came (status 0), or with the signal's reason. */
  readonly request: RequestFunction;
  /** The age of a mirror; absent where the issues are the host's own, null without a mirror. */
  readonly dataAge?: () => Promise<DataAge | null>;
  /** Opens an address of the host in a new tab. */
  open(url: string): void;
  /** The gadget's title on its dashboard. Rejects when the host refuses it. */
  setTitle(title: string): Promise<void>;
  /** Called when the host asks to edit the gadget; returns a function that stops listening. */
  onEdit(listener: () => void): () => void;
  /** Called on Refresh; returns a function that stops listening. */
  onRefresh(listener: () => void): () => void;
  /** Called when the settings were changed elsewhere; returns a function that stops listening. */
  onSettingsChange(listener: () => void): () => void;
  /** Called with the host's theme, now if known and on every change. */
  onColorMode(listener: (mode: ColorMode) => void): () => void;
  /** Leaves the edit mode, where the host has one. */
  closeEdit(): void;
  /** Asks for a height in px, where the host sizes frames, and for a width, where a wallboard lays out its gadgets. */
  resize(height: number, width?: number): void;
}
