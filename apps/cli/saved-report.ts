import { type SavedQuestion, savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import { findByName, unknownReport } from '@tallyboard/reports/find-by-name.ts';
import { UsageError } from './command.ts';
import { hasData, withFolder } from './data-folder.ts';

/** A saved report of the store, by its id or its name; null without a store. Throws UsageError where it is not the only one. */
export async function findSaved(folder: string, name: string): Promise<SavedQuestion | null> {
  if (!hasData(folder)) return null;
  const all = await withFolder(folder, store => store.savedReports.all());
  const found = findByName('saved report', all, name);
  if (!found.item) {
    const names = all.map(each => each.name);
    throw new UsageError(
      found.isAmbiguous ? found.problem : unknownReport(name, names.length > 0 ? names : undefined),
    );
  }
  return savedQuestion(found.item).catch((error: unknown) => {
    throw error instanceof QuestionError ? new UsageError(error.message) : error;
  });
}
