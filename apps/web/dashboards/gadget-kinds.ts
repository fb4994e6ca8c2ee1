/** The gadgets that can be put on a dashboard, as its gallery tells of them. */
import { GADGETS, type Gadget, type GadgetName } from '../gadget-page/gadgets.ts';

interface Told {
  readonly summary: string;
  /** Further words that a search finds it by. */
  readonly words: string;
  /** The height of its frame until it has said its own, in px. */
  readonly height: number;
}

export type GadgetKind = Pick<Gadget, 'name' | 'title' | 'dashboardPath'> & Told;

const TOLD: Readonly<Record<GadgetName, Told>> = {
  status: {
    summary: 'Resolved against all issues, over all or in groups, and what needs attention.',
    words: 'overview breakdown percent overdue priority assignee',
    height: 420,
  },
  velocity: {
    summary: 'Committed and completed work of each sprint or interval, and of each person.',
    words: 'sprint kanban chart committed completed points',
    height: 360,
  },
  timesheets: {
    summary: 'Logged work by day, week or month, with a heat map.',
    words: 'worklog hours time month heatmap',
    height: 320,
  },
  tracking: {
    summary: 'Time spent, remaining and estimated, and how good the estimates were.',
    words: 'estimate original actual error remaining',
    height: 320,
  },
  burn: {
    summary: 'Burndown or burnup of sprints, filters, epics and versions.',
    words: 'burnup sprint chart ideal epic version release',
    height: 400,
  },
  'time-status': {
    summary: 'How long issues stay in each status, on the clock or in working hours.',
    words: 'cycle lead waiting flow calendar history',
    height: 360,
  },
  text: {
    summary: 'Your own words, with headings, lists and links.',
    words: 'html note description about',
    height: 160,
  },
};

export const GADGET_KINDS: readonly GadgetKind[] = GADGETS.map(
  ({ name, title, dashboardPath }) => ({ name, title, dashboardPath, ...TOLD[name] }),
);

const PREFIX = 'com.tallyboard.reports__';

export const moduleKeyOf = ({ name }: GadgetKind): string => PREFIX + name;

/** The kind of a stored item; undefined for a gadget that is not ours. */
export function kindOf(moduleKey: string): GadgetKind | undefined {
  const name = moduleKey.split(/__|:/).at(-1);
  return GADGET_KINDS.find(kind => kind.name === name);
}

/** The kinds that a search finds: every word must be there, at the beginning of one of theirs. */
export function findKinds(search: string): readonly GadgetKind[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return GADGET_KINDS.filter(({ title, summary, words }) => {
    const own = `${title} ${summary} ${words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return wanted.every(word => own.some(each => each.startsWith(word)));
  });
}

/** The address of a gadget's frame. */
export function frameAddress(kind: GadgetKind, dashboardId: string, itemId: string): string {
  const query = new URLSearchParams({
    dashboard: dashboardId,
    dashboardItem: itemId,
    gadget: kind.name,
  });
  return `${kind.dashboardPath}?${query}`;
}
