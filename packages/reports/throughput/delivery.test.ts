import type { IssueId, IssueKey, VersionId } from '@tallyboard/core/model/ids.ts';
import type { IssueLink, Version } from '@tallyboard/core/model/issue.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { expect, it } from 'vitest';
import { figuresOf, recompute } from '../testing/recompute.ts';
import computeThroughput from './compute.ts';
import throughput from './index.ts';
import { throughputSettings } from './settings.ts';

const version = (name: string, day: string | null, released = true): Version => ({
  id: name as VersionId,
  name,
  released,
  archived: false,
  releaseDay: day === null ? null : parseDay(day),
});

const V10 = version('1.0', '2026-03-04');
const V11 = version('1.1', '2026-03-06');
const V20 = version('2.0', '2026-03-10');

const linkTo = (key: string, otherType: string): IssueLink => ({
  kind: 'other',
  otherId: `id-${key}` as IssueId,
  otherKey: key as IssueKey,
  otherType,
  description: null,
  otherStatus: null,
});

const STORY = datasetFromText(`
  A-1 | Mon started | Wed done
  A-2 | Tue started | Fri done
  A-3 | Tue started
  A-4 | Tue started
  A-5
  A-6 | Thu started
  I-1 Incident created:2026-03-02 | Wed done
  I-2 Incident created:2026-03-03 | Tue+1 done
  I-3 Incident created:2026-03-03
`);
const VERSIONS: Readonly<Record<string, readonly Version[]>> = {
  'A-1': [V11, V10],
  'A-2': [V11, version('3.0', '2026-03-05', false)],
  'A-3': [V20],
  'A-4': [version('Some day', null)],
  'A-5': [V11],
  'A-6': [V10],
};
const DATA = {
  ...STORY,
  issues: STORY.issues.map(each => ({
    ...each,
    fixVersions: VERSIONS[each.key] ?? [],
    links:
      each.key === 'A-2'
        ? [linkTo('I-9', '[System] Incidents')]
        : each.key === 'A-3'
          ? [linkTo('B-1', 'Bug')]
          : [],
  })),
};

function run(asOf: string, data = DATA, delivery = true) {
  const at = instantFromText(asOf);
  const settings = { ...throughputSettings.defaults, delivery };
  const { result, notes } = computeThroughput(
    datasetAt(data, at, ['status', 'resolution']),
    settings,
    context({ asOf: at }),
  );
  return { result, codes: notes.map(({ code }) => code), notes, total: result.delivery?.total };
}

it('counts released versions, the days to the first of them, incidents, and versions with one', () => {
  const { result, total, notes } = run('2026-03-16 12:00');
  const [first, second] = result.delivery?.rows.slice(-3) ?? [];
  // 3 days of A-1 and 4 of A-2; A-6 started after its release, and A-5 never.
  expect(first?.releases).toMatchObject({
    versions: 2,
    issues: { value: 4 },
    startToRelease: { percentile50: { value: 3 }, percentile85: { value: 4 } },
    versionsWithIncident: 1,
    percentWithIncident: 50,
    linked: { value: 1 },
  });
  expect(first?.incidents).toMatchObject({
    resolved: { value: 1 },
    createdToResolved: { percentile50: { value: 2 * 86_400 } },
  });
  expect(second?.releases).toMatchObject({
    versions: 1,
    startToRelease: { percentile50: { value: 8 } },
    percentWithIncident: 0,
  });
  expect(total?.releases).toMatchObject({
    versions: 3,
    startToRelease: { percentile50: { value: 4 }, percentile85: { value: 8 } },
    percentWithIncident: 100 / 3,
  });
  // The clocks went forward while I-2 was open.
  expect(total?.incidents).toMatchObject({
    resolved: { value: 2 },
    createdToResolved: {
      percentile50: { value: 2 * 86_400 },
      percentile85: { value: 7 * 86_400 - 3600 },
    },
  });
  const undated = notes.find(({ code }) => code === 'no-release-day');
  expect(undated?.issues).toEqual(Uint32Array.of(3));
});

it('as of a past day, later releases and resolutions do not count', () => {
  const { total } = run('2026-03-05 18:00');
  expect(total?.releases).toMatchObject({
    versions: 1,
    issues: { value: 2 },
    startToRelease: { percentile85: { value: 3 } },
    versionsWithIncident: 0,
  });
  expect(total?.incidents?.resolved.value).toBe(1);
});

it('what is not known is not zero', () => {
  const { total, codes } = run('2026-03-01 18:00');
  expect(total).toEqual({ releases: null, incidents: null });
  expect(codes).toEqual(expect.arrayContaining(['no-releases', 'no-incidents']));
});

it('is absent unless asked for', () => {
  const { result, codes } = run('2026-03-16 12:00', DATA, false);
  expect(result).not.toHaveProperty('delivery');
  expect(codes).not.toContain('no-release-day');
  const { defaults } = throughputSettings;
  expect(throughput.requires(defaults, context()).parts).toEqual([]);
  expect(throughput.requires({ ...defaults, delivery: true }, context()).parts).toEqual([
    'fixVersions',
    'links',
  ]);
});

it('each figure recomputes from its issues', () => {
  const report = { ...throughput, compute: computeThroughput };
  const at = context({ asOf: instantFromText('2026-03-16 12:00') });
  expect(recompute(report, DATA, { delivery: true }, at).faults).toEqual([]);
  expect([...figuresOf(run('2026-03-16 12:00').total)]).toHaveLength(7);
});
