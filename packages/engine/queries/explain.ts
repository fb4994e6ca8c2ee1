import { figureAt } from '@tallyboard/core/measure/figure-path.ts';
import { statesOf } from '@tallyboard/core/past/dataset-at.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { datasetForReader, loadComputeForReader } from '../people/compute-for.ts';
import { explainFigure } from '../why/explain-figure.ts';
import { listEntries } from '../why/found-figure.ts';
import { jiraListOf } from '../why/jira-report.ts';
import { reconcile as reconcileFigure } from '../why/reconcile.ts';
import type { Way } from '../why/switches.ts';
import { twoTimes } from '../why/two-times.ts';
import type { Query } from './query.ts';

export const explain: Query<'explain'> = async (
  { get },
  { dataset, earlier, report, settings, before, context, requirement, told, path, name },
) => {
  const compute = await loadComputeForReader(report, context);
  return explainFigure({
    ...twoTimes(
      await datasetForReader(get(earlier), context),
      await datasetForReader(get(dataset), context),
      before.asOf,
      told,
    ),
    find(data, asOf) {
      const figure = figureAt(compute(data, settings, asOf), path);
      return figure && { name, value: figure.value, scale: 1, figure, per: 1, whole: null };
    },
    requirement,
    before,
    after: context,
  });
};

export const figureEntries: Query<'figureEntries'> = async ({ get }, { dataset, found }) =>
  listEntries(found, get(dataset));

export const reconcile: Query<'reconcile'> = async (
  { get },
  { dataset: id, report, settings, context, history, path, name, scale, expected },
) => {
  const compute = await loadComputeForReader(report, context);
  const { asOf } = context;
  const today = get(id);
  const dataset = context.past ? statesOf(today, history)(() => asOf, asOf) : today;
  const find = (way: Way) => {
    const figure = figureAt(compute(way.dataset, way.settings, way.context), path);
    return figure && { name, value: figure.value, scale, figure, per: 1, whole: null };
  };
  return reconcileFigure({ dataset, context, settings: recordOf(settings) }, find, expected);
};

export const jiraList: Query<'jiraList'> = async (
  { get, client },
  { dataset: id, report, settings, context, path, key },
) => {
  const compute = await loadComputeForReader(report, context);
  const dataset = get(id);
  const figure = figureAt(compute(dataset, settings, context), path);
  return jiraListOf(client, key, recordOf(settings).board, { figure, dataset });
};
