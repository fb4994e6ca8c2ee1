/**
 * What a host (Cloud, Data Center, our own server, the demo) gives to the app. An adapter is only its host's
 * difference: everything else lives in `jira`, above this interface.
 */
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { HttpReply, HttpRequest } from '@tallyboard/jira/transport.ts';
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
  /** Shown on a wallboard: no controls, figures to be read from afar. */
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
}

/** Who looks, as the host says by itself: a stand-in until Jira has answered, and where it does not. */
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
}

export interface HostFlag {
  readonly kind: 'information' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

/** A place of the host's own for the settings of the gadget. */
export interface HostSettings {
  /** What was stored last; undefined when nothing was yet. */
  read(): Promise<unknown>;
  /** Rejects when it was not stored. */
  save(value: unknown): Promise<void>;
}

export interface Host {
  readonly info: HostInfo;
  readonly can: HostAbilities;
  /** Null: settings of gadgets are in the properties of their dashboard items, by the REST API. */
  readonly gadgetSettings: HostSettings | null;
  /** Shows a message in the host's own way and returns a function that takes it away; null: the app shows its own. */
  readonly showFlag: ((flag: HostFlag) => () => void) | null;
  /** Opens the host's dialog for a query; gives the new query, null when it was left. Null: the host has no such dialog. */
  readonly editJql: ((jql: string) => Promise<string | null>) | null;
  /** One request to the host's REST API. Rejects only when no reply came (status 0), or with the signal's reason. */
  request(request: HttpRequest, signal?: AbortSignal): Promise<HttpReply>;
  /** How old the issues are; absent where they are the host's own, null where they are no copy. */
  readonly dataAge?: () => Promise<DataAge | null>;
  /** Opens an address of the host in a new tab. */
  open(url: string): void;
  /** The gadget's title on its dashboard. Rejects when the host refuses it. */
  setTitle(title: string): Promise<void>;
  /** Called when the host asks to edit the gadget; returns a function that stops listening. */
  onEdit(listener: () => void): () => void;
  /** Called when the host asks to load everything again now; returns a function that stops listening. */
  onRefresh(listener: () => void): () => void;
  /** Called when somebody else stored other settings of this gadget; returns a function that stops listening. */
  onSettingsChange(listener: () => void): () => void;
  /** Told the host's colours, at once where they are known and at every change; never where the host has none. */
  onColorMode(listener: (mode: ColorMode) => void): () => void;
  /** Told before the page around the gadget is printed, and after; absent where the host tells nothing. */
  readonly onPrintLayout?: (listener: (on: boolean) => void) => () => void;
  /** Leaves the edit mode, where the host has one. */
  closeEdit(): void;
  /**
   * Asks for a height in px, where the host sizes frames. `isCut` says that the content needs more width than it has: a
   * host that can gives it more.
   */
  resize(height: number, isCut?: boolean): void;
}
