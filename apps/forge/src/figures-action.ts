/** The action of Jira Automation: the figures of a released report, for the steps of a rule that follow. */
import { toFailure } from '@tallyboard/engine/failure.ts';
import type { ReleasedFigures } from './released-figures.ts';
import { isReleased, type ReleaseStore } from './releases.ts';
import type { ItemStore } from './shared-items.ts';
import type { SharedReport } from './shared-reports.ts';

interface ActionPlace {
  readonly store: ItemStore<SharedReport>;
  readonly releases: ReleaseStore;
  readonly compute: (report: SharedReport) => Promise<ReleasedFigures>;
  /** The platform ends a function after 25 s, with an error that says nothing. */
  readonly limitMs?: number;
}

/** As Automation expects them: it ends the rule and shows the messages in its audit log. */
interface ActionErrors {
  readonly errors: readonly { readonly message: string }[];
}

/** The outputs of the action in manifest.yml. */
interface ActionOutputs {
  readonly text: string;
  /** JSON: numbers by the keys of figures. */
  readonly figures: string;
  /** The figure that the rule names; null where the report has none of that key. */
  readonly value: number | null;
  readonly asOf: string;
  readonly complete: boolean;
}

const LIMIT_MS = 22_000;

/** Figures of `payload.report`, a released report by id; with `payload.figure` that one as `value`. */
export async function figuresAction(
  { store, releases, compute, limitMs = LIMIT_MS }: ActionPlace,
  payload: unknown,
): Promise<ActionOutputs | ActionErrors> {
  const { report: id, figure } = Object(payload) as Record<string, unknown>;
  const report = typeof id === 'string' ? await store.get(id.trim()) : null;
  // One sentence for both: nobody learns which reports there are.
  if (!report || !(await isReleased({ releases }, report)))
    return failed(
      'There is no released report with this id, or it was changed since. An administrator releases it: open the report in Tallyboard, then Subscribe, Release the report.',
    );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  try {
    const found = await Promise.race([compute(report), late]);
    if (found === null)
      return failed(
        `The figures were not computed within ${limitMs / 1000} seconds. Narrow the query of the report.`,
      );
    const { text, figures, asOf, complete } = found;
    const key = typeof figure === 'string' ? figure.trim() : '';
    if (key !== '' && !Object.hasOwn(figures, key))
      return failed(
        `The report has no figure '${key}', or it is of fewer than three issues. It has: ${Object.keys(figures).slice(0, MAX_NAMED).join(', ') || 'none'}.`,
      );
    const value = key === '' ? null : (figures[key] ?? null);
    return { text, figures: JSON.stringify(figures), value, asOf, complete };
  } catch (error) {
    return failed(whyNot(error));
  } finally {
    clearTimeout(timer);
  }
}

const MAX_NAMED = 10;

/** Without words of Jira, which may be of the query. */
export function whyNot(error: unknown): string {
  const { status } = toFailure(error);
  const by = status > 0 ? ` Jira answered the app with ${status}.` : '';
  return `The figures could not be computed.${by} Open the report in Tallyboard to see whether it works there.`;
}

const failed = (message: string): ActionErrors => ({ errors: [{ message }] });
