import { QUERY_LEFT_OUT, type TypedName } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import { renameNames } from '@tallyboard/report-kit/rename-names.ts';
import type { Engine } from './calls.ts';
import { computeReport, type ReportResult } from './run-report.ts';

/** The result with made-up names, computed again from a dataset that has no others. */
export async function anonymousResult(
  engine: Engine,
  { request, context, base }: ReportResult,
): Promise<ReportResult & { readonly fields: readonly Field[] }> {
  const { report, settings } = request;
  const typed: TypedName[] = [];
  renameNames(report, settings, context, (of, text) => {
    typed.push({ of, text });
    return text;
  });
  const made = await engine.anonymous({
    dataset: base.id,
    context,
    coverage: base.coverage,
    typed,
  });
  const names = made.typed.values();
  const own = renameNames(report, settings, made.context, () => names.next().value ?? '');
  const { id, keyLength, boardNames = [] } = made.loaded;
  const loaded = { ...base, id, keyLength, boardNames, coverage: made.coverage, warnings: [] };
  const again = {
    report,
    settings: own.settings,
    jql: QUERY_LEFT_OUT,
    contextAt: () => own.context,
  };
  return { ...(await computeReport(engine, again, loaded, null)), fields: made.fields };
}
