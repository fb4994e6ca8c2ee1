/** Writes edits one after another; figures show them at once, and go back where Jira refuses. */
import type { Edit, EditedIssue } from '@tallyboard/core/model/edit.ts';
import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import type { Engine, LoadedDataset } from '@tallyboard/engine/calls.ts';
import type { Flag } from '@tallyboard/ui/feedback/flags.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { Store } from '@tallyboard/ui/text/store.ts';
import type { ReportRun } from '../report-run.ts';

/** How long an edit can be undone. */
const UNDO_MS = 10_000;

const REFUSED =
  "Sorry, your changes weren't saved, to continue editing please copy your changes and refresh.";

/** Failures of logged work, which give Jira's reason. */
const WORK_FAILURES: Readonly<Partial<Record<Edit['kind'], string>>> = {
  'log-work': 'work was not logged',
  'delete-worklog': 'the worklog was not deleted',
};

const unknownText = (keys: ReadonlySet<string>): string =>
  `It is unknown whether the change was written: ${[...keys].join(', ')}. What Jira has now is read again; check it before you repeat the change.`;

interface Unwritten {
  /** Jira's reasons by key. */
  readonly refused: ReadonlyMap<string, string>;
  readonly unknown: ReadonlySet<string>;
}

/** Why an edit was not written, in words. */
export interface EditFailure {
  readonly title: string;
  readonly text: string;
}

interface Entry {
  readonly edit: Edit;
  /** Called with the answer of Jira, unless the edit is undone by then. */
  readonly onAnswer: (failures: readonly EditFailure[]) => void;
  undone: boolean;
}

interface Started {
  readonly entry: Entry;
  /** The edits that undo it: none where nothing was written, or where it is undone already. */
  readonly written: Promise<readonly Edit[]>;
}

type Calls = Pick<Engine, 'previewEdits' | 'writeEdit' | 'reloadIssues'>;
type Run = Pick<ReportRun, 'read' | 'showDataset' | 'reload'>;

export class EditQueue {
  /** The listed issues by rank; null until it is known. */
  readonly order = new Store<readonly IssueKey[] | null>(null);
  readonly #engine: Calls;
  readonly #run: Run;
  readonly #show: (flag: Flag) => () => void;
  #pending: readonly Entry[] = [];
  #writing: Promise<unknown> = Promise.resolve();
  #drawing: Promise<unknown> = Promise.resolve();
  /** What Jira has, as far as it is known. */
  #base: LoadedDataset | null = null;
  /** Datasets that were shown in place of a loaded one. */
  readonly #own = new Set<number>();

  constructor(engine: Calls, run: Run, show: (flag: Flag) => () => void) {
    this.#engine = engine;
    this.#run = run;
    this.#show = show;
  }

  /** Shows and writes the edit, with a flag to undo it where that is possible. */
  act(edit: Edit, title: string, undoable = true): void {
    this.#confirm(this.#start(edit), title, undoable);
  }

  /** The same for a form, which stays until Jira answers; the flag comes with success. Resolves with the failures. */
  submit(edit: Edit, title: string, undoable = true): Promise<readonly EditFailure[]> {
    return new Promise((resolve, reject) => {
      const started = this.#start(edit, failures => {
        if (failures.length === 0) this.#confirm(started, title, undoable);
        resolve(failures);
      });
      started.written.catch(reject);
    });
  }

  #confirm({ entry, written }: Started, title: string, undoable: boolean): void {
    const undo = () => {
      clearTimeout(timer);
      this.#revert(entry);
      void this.#redraw();
      void written.then(inverse => {
        for (const each of inverse) this.#start(each);
      });
    };
    const close = this.#show({
      kind: 'success',
      title,
      ...(undoable && { action: { label: 'Undo', onSelect: undo } }),
    });
    const timer = setTimeout(close, UNDO_MS);
    void written.then(inverse => inverse.length === 0 && close());
  }

  readonly #showFailures = (failures: readonly EditFailure[]): void => {
    for (const failure of failures) this.#show({ kind: 'error', ...failure });
  };

  /** Resolves when all edits so far are written. */
  async settled(): Promise<void> {
    await this.#writing;
    await this.#drawing;
  }

  #start(edit: Edit, onAnswer = this.#showFailures): Started {
    const entry: Entry = { edit, onAnswer, undone: false };
    this.#pending = [...this.#pending, entry];
    if (edit.kind === 'rank') this.order.set(edit.to);
    void this.#redraw();
    const written = this.#writing.then(() => this.#write(entry));
    this.#writing = written.catch(error => console.warn(error));
    return { entry, written };
  }

  #baseNow(): LoadedDataset | null {
    const shown = this.#run.read().shown?.loaded ?? null;
    if (shown !== null && !this.#own.has(shown.id)) this.#base = shown;
    return this.#base;
  }

  #redraw(): Promise<unknown> {
    const draw = async () => {
      const from = this.#baseNow();
      if (from === null) return;
      const edits = this.#pending.filter(({ undone }) => !undone).map(({ edit }) => edit);
      if (edits.length === 0) return this.#run.showDataset(from);
      const preview = await this.#engine.previewEdits({ dataset: from.id, edits });
      this.#own.add(preview.id);
      await this.#run.showDataset(preview);
    };
    this.#drawing = this.#drawing.then(draw).catch(error => console.warn(error));
    return this.#drawing;
  }

  /** Takes the edit back before it is written. */
  #revert(entry: Entry): void {
    if (entry.edit.kind === 'rank') this.order.set(entry.edit.from);
    entry.undone = true;
  }

  /** Returns the edits that undo what was written: none where nothing was, or where it is undone already. */
  async #write(entry: Entry): Promise<readonly Edit[]> {
    const { edit } = entry;
    const { refused, unknown, inverse } = await this.#outcomeOf(edit);
    const written = edit.issues.filter(({ key }) => !refused.has(key));
    const isUndone = entry.undone;
    if (isUndone)
      for (const each of inverse) this.#showFailures(failuresOf(each, await this.#outcomeOf(each)));
    else entry.onAnswer(failuresOf(edit, { refused, unknown }));
    if (refused.size > 0) this.#revert(entry);
    else if (unknown.size > 0 && edit.kind === 'rank') this.order.set(null);
    if (written.length > 0) await this.#reload(written);
    this.#pending = this.#pending.filter(each => each !== entry);
    await this.#redraw();
    return isUndone ? [] : inverse;
  }

  async #outcomeOf(edit: Edit) {
    const all = edit.issues.map(({ key }) => key);
    const { refused, unknown, inverse } = await this.#engine
      .writeEdit({ edit })
      .catch(() => ({ refused: [], unknown: all, inverse: [] }));
    return {
      refused: new Map<string, string>(refused.map(({ key, message }) => [key, message])),
      unknown: new Set<string>(unknown),
      inverse,
    };
  }

  async #reload(issues: readonly EditedIssue[]): Promise<void> {
    const from = this.#baseNow();
    if (from === null) return;
    try {
      this.#base = await this.#engine.reloadIssues({ dataset: from.id, issues });
      this.#own.add(from.id).add(this.#base.id);
    } catch {
      // Loads all issues again, and says why if that fails too.
      this.#run.reload();
    }
  }
}

function failuresOf({ kind, issues }: Edit, { refused, unknown }: Unwritten): EditFailure[] {
  const keys = [...refused.keys()].join(', ');
  const names = refused.size < issues.length ? ` Not changed: ${keys}.` : '';
  const work = WORK_FAILURES[kind];
  const refusal = work
    ? { title: `${keys}: ${work}`, text: [...refused.values()].join(' ') }
    : { title: 'Something went wrong', text: REFUSED + names };
  const doubt = { title: 'Jira did not answer', text: unknownText(unknown) };
  return [...(refused.size > 0 ? [refusal] : []), ...(unknown.size > 0 ? [doubt] : [])];
}

/** 'WEB-12', '3 issues'. */
export const nameOf = (issues: readonly EditedIssue[]): string =>
  issues.length === 1 && issues[0] ? issues[0].key : `${formatCount(issues.length)} issues`;
