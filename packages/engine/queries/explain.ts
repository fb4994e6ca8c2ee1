import { figureAt } from '@tallyboard/core/measure/figure-path.ts';
import { loadCompute } from '@tallyboard/reports/load-compute.ts';
import { explainFigure } from '../why/explain-figure.ts';
import { twoTimes } from '../why/two-times.ts';
import type { Query } from './query.ts';

export const explain: Query<'explain'> = async (
  { get },
  { dataset, earlier, report, settings, before, context, requirement, told, path, name },
) => {
  const compute = await loadCompute(report);
  return explainFigure({
    ...twoTimes(get(earlier), get(dataset), before.asOf, told),
    find(data, asOf) {
      const figure = figureAt(compute(data, settings, asOf), path);
      return figure && { name, value: figure.value, scale: 1, figure, whole: null };
    },
    requirement,
    before,
    after: context,
  });
};
