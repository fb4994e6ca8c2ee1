/** Writes edits one after another; figures show them at once, and go back where Jira refuses. */
import type { Edit, EditedIssue } from '@tallyboard/core/model/edit.ts';
import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import type { Engine, LoadedDataset } from '@tallyboard/engine/calls.ts';
import type { Flag } from '@tallyboard/ui/feedback/flags.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { ReportRun } from '../report-run.ts';

/** How long an edit can be undone. */
const UNDO_MS = 10_000;

const REFUSED =
  "Sorry, your changes weren't saved, to continue editing please copy your changes and refresh.";

const NO_ANSWER = 'Jira did not answer';

const unknownText = (keys: ReadonlySet<string>): string =>
  `It is unknown whether the change was written: ${[...keys].join(', ')}. What Jira has now is read again; check it before you repeat the change.`;

interface Unwritten {
  readonly refused: ReadonlySet<string>;
  readonly unknown: ReadonlySet<string>;
}

interface Entry {
  readonly edit: Edit;
  undone: boolean;
}

export type EditQueue = ReturnType<typeof createEditQueue>;

export function createEditQueue(
  engine: Pick<Engine, 'previewEdits' | 'writeEdit' | 'reloadIssues'>,
  run: Pick<ReportRun, 'read' | 'showDataset' | 'reload'>,
  show: (flag: Flag) => () => void,
) {
  const listeners = new Set<() => void>();
  let pending: readonly Entry[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let drawing: Promise<unknown> = Promise.resolve();
  /** What Jira has, as far as it is known. */
  let base: LoadedDataset | null = null;
  /** Datasets that were shown in place of a loaded one. */
  const own = new Set<number>();
  let order: readonly IssueKey[] | null = null;

  function baseNow(): LoadedDataset | null {
    const shown = run.read().shown?.loaded ?? null;
    if (shown !== null && !own.has(shown.id)) base = shown;
    return base;
  }

  function setOrder(next: readonly IssueKey[] | null): void {
    order = next;
    for (const listener of listeners) listener();
  }

  function redraw(): Promise<unknown> {
    drawing = drawing.then(async () => {
      const from = baseNow();
      if (from === null) return;
      const edits = pending.filter(({ undone }) => !undone).map(({ edit }) => edit);
      if (edits.length === 0) return run.showDataset(from);
      const preview = await engine.previewEdits({ dataset: from.id, edits });
      own.add(preview.id);
      await run.showDataset(preview);
    });
    drawing = drawing.catch(error => console.warn(error));
    return drawing;
  }

  /** Takes the edit back before it is written. */
  function revert(entry: Entry): void {
    if (entry.edit.kind === 'rank') setOrder(entry.edit.from);
    entry.undone = true;
  }

  /** Returns the edits that undo what was written: none where nothing was, or where it is undone already. */
  async function write(entry: Entry): Promise<readonly Edit[]> {
    const { edit } = entry;
    const { refused, unknown, inverse } = await outcomeOf(edit);
    const written = edit.issues.filter(({ key }) => !refused.has(key));
    const isUndone = entry.undone;
    if (isUndone) for (const each of inverse) report(each, await outcomeOf(each));
    else report(edit, { refused, unknown });
    if (refused.size > 0) revert(entry);
    else if (unknown.size > 0 && edit.kind === 'rank') setOrder(null);
    if (written.length > 0) await reload(written);
    pending = pending.filter(each => each !== entry);
    await redraw();
    return isUndone ? [] : inverse;
  }

  async function outcomeOf(edit: Edit) {
    const all = edit.issues.map(({ key }) => key);
    const { refused, unknown, inverse } = await engine
      .writeEdit({ edit })
      .catch(() => ({ refused: [], unknown: all, inverse: [] }));
    return {
      refused: new Set<string>(refused.map(({ key }) => key)),
      unknown: new Set<string>(unknown),
      inverse,
    };
  }

  function report({ issues }: Edit, { refused, unknown }: Unwritten): void {
    if (refused.size > 0) {
      const names = refused.size < issues.length ? ` Not changed: ${[...refused].join(', ')}.` : '';
      show({ kind: 'error', title: 'Something went wrong', text: REFUSED + names });
    }
    if (unknown.size > 0) show({ kind: 'error', title: NO_ANSWER, text: unknownText(unknown) });
  }

  async function reload(issues: readonly EditedIssue[]): Promise<void> {
    const from = baseNow();
    if (from === null) return;
    try {
      base = await engine.reloadIssues({ dataset: from.id, issues });
      own.add(from.id).add(base.id);
    } catch {
      // Loads all issues again, and says why if that fails too.
      run.reload();
    }
  }

  function start(edit: Edit): {
    readonly entry: Entry;
    readonly written: Promise<readonly Edit[]>;
  } {
    const entry: Entry = { edit, undone: false };
    pending = [...pending, entry];
    if (edit.kind === 'rank') setOrder(edit.to);
    void redraw();
    const written = writing.then(() => write(entry));
    writing = written.catch(error => console.warn(error));
    return { entry, written };
  }

  return {
    /** Shows and writes the edit, with a flag to undo it. */
    act(edit: Edit, title: string): void {
      const { entry, written } = start(edit);
      const undo = () => {
        clearTimeout(timer);
        revert(entry);
        void redraw();
        void written.then(inverse => {
          for (const each of inverse) start(each);
        });
      };
      const close = show({ kind: 'success', title, action: { label: 'Undo', onSelect: undo } });
      const timer = setTimeout(close, UNDO_MS);
      void written.then(inverse => inverse.length === 0 && close());
    },
    /** The order of the listed issues by rank; null until it is known. */
    order: () => order,
    setOrder,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Resolves when all edits so far are written. */
    async settled(): Promise<void> {
      await writing;
      await drawing;
    },
  };
}

/** 'WEB-12', '3 issues'. */
export const nameOf = (issues: readonly EditedIssue[]): string =>
  issues.length === 1 && issues[0] ? issues[0].key : `${formatCount(issues.length)} issues`;
