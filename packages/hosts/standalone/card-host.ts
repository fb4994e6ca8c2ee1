import { listeners } from '../bridge/listeners.ts';
import type { Host, HostInfo, OwnDashboard } from '../host.ts';
import { storeTitle } from './store-title.ts';
import { type StoredSettings, versionedRequest } from './versioned-request.ts';

export interface CardSettings {
  readonly info: HostInfo;
  /** What the dashboard has read of the settings, null for nothing; absent: not read. */
  readonly stored?: StoredSettings | null | undefined;
  /** The gadget has stored a property of its item. */
  readonly onStored: (key: string) => void;
  readonly onTitle: () => void;
  readonly dashboard: OwnDashboard;
  readonly onEditClosed: () => void;
  /** The width in px that a gadget of a wallboard asks for. */
  readonly onWidth: (width: number) => void;
}

export type CardHost = ReturnType<typeof createCardHost>;

/** What the host's page shows of all gadgets of one dashboard: they share a session of the engine. */
export function dashboardInfo(
  page: Pick<Host, 'info'>,
  dashboardId: string,
  wallboard: boolean,
): HostInfo {
  return { ...page.info, standalone: false, dashboardId, wallboard };
}

/** The host of a gadget in a card of our own dashboard page, and what its card asks it for, mounted yet or not. */
export function createCardHost(page: Host, settings: CardSettings) {
  const { info, stored, dashboard, onStored, onTitle, onEditClosed, onWidth } = settings;
  const request = versionedRequest(page.request, onStored, stored);
  const edits = listeners();
  const refreshes = listeners();
  const changes = listeners();
  const host: Host = {
    ...page,
    info,
    dashboard,
    gadgetSettings: null,
    request,
    async setTitle(title) {
      await storeTitle(info, request, title);
      onTitle();
    },
    onEdit: edits.listen,
    onRefresh: refreshes.listen,
    onSettingsChange: changes.listen,
    closeEdit: onEditClosed,
    resize(_, width) {
      if (width !== undefined) onWidth(width);
    },
  };
  return {
    host,
    edit: () => edits.fire(),
    refresh: () => refreshes.fire(),
    settingsChanged: () => changes.fire(),
  };
}
