import type { EditedIssue } from '@tallyboard/core/model/edit.ts';
import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import type { ListedIssue } from '@tallyboard/report-kit/files/issues-table.ts';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useStore } from '@tallyboard/ui/text/store.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../start/session.ts';
import { type EditQueue, nameOf } from './edit-queue.ts';
import { moveTo, step } from './ranking.tsx';

/** Longer lists are not ranked: their query would name each issue. */
const MAX_RANKED = 500;

/** Steps within this time are written together. */
const STEPS_MS = 700;

/** By places, beside another row, or to an end of the list. */
export type RankMove =
  | { readonly by: -1 | 1 }
  | { readonly id: string; readonly after: boolean }
  | { readonly place: 'top' | 'end' };

interface Draft {
  readonly issues: readonly EditedIssue[];
  readonly from: readonly IssueKey[];
  readonly to: readonly IssueKey[];
}

/** The rows in the order of Jira's ranks, where the reader wants that, and how to change it. */
export function useRanking<Row extends ListedIssue>(queue: EditQueue, rows: readonly Row[]) {
  const { engine } = useSession();
  const stored = useStore(queue.order);
  const [isOn, setIsOn] = useState(false);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [announcement, announce] = useState('');
  const keys = useMemo(() => new Set<string>(rows.map(({ issue }) => issue.key)), [rows]);
  const known = useMemo(() => {
    const order = draft?.to ?? stored?.filter(key => keys.has(key)) ?? [];
    return order.length === keys.size ? order : null;
  }, [draft, stored, keys]);

  async function order(): Promise<readonly IssueKey[]> {
    if (known) return known;
    const issues = rows.map(({ issue }): EditedIssue => ({ id: issue.id, key: issue.key }));
    const found = await engine.rankOrder({ issues });
    queue.order.set(found);
    return found;
  }

  function write({ issues, from, to }: Draft): void {
    setDraft(null);
    if (from.join() === to.join()) return;
    queue.act({ kind: 'rank', issues, from, to }, `${nameOf(issues)} ranked`);
  }

  const latest = useRef({ draft, write });
  latest.current = { draft, write };
  useEffect(() => {
    if (!draft) return;
    const timer = setTimeout(() => latest.current.write(draft), STEPS_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(
    () => () => {
      const { draft, write } = latest.current;
      if (draft) write(draft);
    },
    [],
  );

  async function move(issues: readonly EditedIssue[], how: RankMove): Promise<void> {
    if (issues.length === 0) return;
    const now = await order();
    const moved = new Set<string>(issues.map(({ key }) => key));
    if ('by' in how) {
      const to = step(now, moved, how.by);
      const isSame = draft?.issues.map(({ key }) => key).join() === [...moved].join();
      if (draft && !isSame) write(draft);
      setDraft({ issues, from: draft && isSame ? draft.from : now, to });
      const at = to.findIndex(key => moved.has(key)) + 1;
      announce(`${[...moved].join(', ')}: ${formatCount(at)} of ${formatCount(to.length)}`);
      return;
    }
    write({ issues, from: now, to: moveTo(now, moved, indexOf(now, moved, how)) });
  }

  /** The place among the other issues. */
  function indexOf(
    now: readonly IssueKey[],
    moved: ReadonlySet<string>,
    how: Exclude<RankMove, { by: unknown }>,
  ): number {
    if ('place' in how) return how.place === 'top' ? 0 : now.length;
    const target = rows.find(({ issue }) => issue.id === how.id)?.issue.key;
    const at = target ? now.indexOf(target) : -1;
    const before = now.slice(0, at).filter(key => !moved.has(key)).length;
    return before + (how.after && !moved.has(target ?? '') ? 1 : 0);
  }

  const ordered = useMemo(() => {
    if (!isOn || !known) return rows;
    const places = new Map<string, number>(known.map((key, place) => [key, place]));
    return rows.toSorted((a, b) => (places.get(a.issue.key) ?? 0) - (places.get(b.issue.key) ?? 0));
  }, [isOn, known, rows]);

  return {
    isPossible: rows.length > 1 && rows.length <= MAX_RANKED,
    isOn: isOn && known !== null,
    rows: ordered,
    announcement,
    move: (issues: readonly EditedIssue[], how: RankMove) =>
      void move(issues, how).catch(orderFailed),
    toggle() {
      setIsOn(!isOn);
      if (!isOn)
        void order().catch(() => {
          setIsOn(false);
          orderFailed();
        });
    },
  };
}

const orderFailed = (): void =>
  void showFlag({ kind: 'error', title: 'The order by rank could not be loaded' });
