import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { foldPeople } from '@tallyboard/core/people/fold-people.ts';

/** The dataset as its reader may have it told: histories without the names that the policy of the site folds. */
export const withoutNames = (
  dataset: Dataset,
  people: NonNullable<ReportContext['people']>,
): Dataset => foldPeople(dataset, people).dataset;
