import type { Rename } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import { parseWorkflow, renameWorkflow } from '@tallyboard/core/flow/workflow-definition.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { AnyReport } from './contract.ts';
import { renameDone } from './settings/done-settings.ts';

/** Settings and context with the names and queries of the site replaced. */
export function renameNames(
  { settings: schema }: Pick<AnyReport, 'settings'>,
  settings: unknown,
  context: ReportContext,
  rename: Rename,
): { readonly settings: unknown; readonly context: ReportContext } {
  const { workflows, doneRule } = context;
  const renamed = Object.entries(workflows ?? {}).map(([name, stored]): [string, unknown] => [
    rename('workflow', name),
    renameWorkflow(parseWorkflow(stored) ?? null, rename),
  ]);
  return {
    settings: schema.rename(settings, rename),
    context: {
      ...context,
      doneRule: renameDone(doneRule, rename),
      ...(workflows && { workflows: Object.fromEntries(renamed) }),
    },
  };
}
