/** What a subscription sends: a saved report, or a dashboard. */
import { openStoredGadget, type StoredGadget } from '@tallyboard/engine/gadgets/stored-gadget.ts';
import type { Share } from '@tallyboard/replica/data/dashboards/dashboard.ts';
import { itemScope } from '@tallyboard/replica/data/dashboards/properties.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { DashboardGadget } from '../delivery/dashboard-message.ts';
import type { Attachment } from './definition.ts';

const DASHBOARD = 'dashboard:';

/** As a subscription names it. */
export const dashboardSubject = (id: string): string => DASHBOARD + id;

/** The id of the dashboard; null for a saved report. */
export const dashboardOf = (subject: string): string | null =>
  subject.startsWith(DASHBOARD) ? subject.slice(DASHBOARD.length) : null;

export interface Subject {
  /** As a subscription names it. */
  readonly id: string;
  readonly name: string;
  readonly noun: 'saved report' | 'dashboard';
  readonly ownerId: string | null;
  readonly shares: readonly Share[];
  /** The address of its page. */
  readonly path: string;
  /** What is asked: of a saved report its view, of a dashboard its filter and its gadgets. */
  readonly view: Readonly<Record<string, unknown>>;
}

interface SubjectGadget extends StoredGadget {
  /** What the saved report that it shows asks: once that is changed, so is the dashboard. */
  readonly saved: Readonly<Record<string, unknown>> | null;
}

type Stores = Pick<Store, 'savedReports' | 'dashboards' | 'properties'>;

/** Null if it was deleted. */
export async function findSubject(store: Stores, subject: string): Promise<Subject | null> {
  const dashboard = dashboardOf(subject);
  if (dashboard !== null) return dashboardAsSubject(store, dashboard);
  const saved = await store.savedReports.get(subject);
  if (!saved) return null;
  const { id, name, ownerId, shares, view } = saved;
  return { id, name, noun: 'saved report', ownerId, shares, view, path: `/reports?saved=${id}` };
}

async function dashboardAsSubject(store: Stores, id: string): Promise<Subject | null> {
  const state = /^\d+$/.test(id) ? await store.dashboards.state(id) : null;
  if (!state) return null;
  const { name, ownerId, shares } = state.dashboard;
  const gadgets: SubjectGadget[] = [];
  for (const { id: item, moduleKey, title } of state.items) {
    const stored = (await store.properties.get(itemScope(id, item), 'settings'))?.value ?? null;
    const opened = openStoredGadget({ moduleKey, stored });
    if (!opened) continue;
    const saved = opened.savedId === null ? null : await store.savedReports.get(opened.savedId);
    gadgets.push({ title, moduleKey, stored, saved: saved?.view ?? null });
  }
  return {
    id: dashboardSubject(id),
    name,
    noun: 'dashboard',
    ownerId,
    shares,
    path: `/dashboards/${id}`,
    view: { filter: state.filter, gadgets },
  };
}

/** The gadgets that a reader gets; a saved report that a gadget shows is theirs to see, or the gadget keeps its copy. */
export async function gadgetsFor(
  { savedReports }: Pick<Store, 'savedReports'>,
  { view }: Pick<Subject, 'view'>,
  caller: Parameters<typeof mayView>[0] | null,
): Promise<readonly DashboardGadget[]> {
  const { filter, gadgets } = view as { filter: string; gadgets: readonly StoredGadget[] };
  const found: DashboardGadget[] = [];
  for (const one of gadgets) {
    const opened = openStoredGadget(one);
    if (!opened) continue;
    const { gadget, savedId } = opened;
    const report = savedId === null ? null : await savedReports.get(savedId);
    const isShown = report && (caller === null || mayView(caller, report));
    const saved = savedId === null ? null : { view: isShown ? report.view : null };
    found.push({ title: one.title, gadget, stored: one.stored, filter, saved });
  }
  return found;
}

/** A table is of one report. */
export const DASHBOARD_FILES = ['xlsx', 'html', 'pdf'] as const satisfies readonly Attachment[];

/** Files that its mails may have. */
export const filesOf = (subject: string): readonly Attachment[] | null =>
  dashboardOf(subject) === null ? null : DASHBOARD_FILES;
