import { type GadgetSpec, type Opening, openScene, type Scene } from './dashboard-scene.ts';
import { benchOpening } from './opening.ts';

const ISSUES = 5_000;
const LATENCY_MS = 100;
/** All issues of the demo, whenever they were created. */
const JQL = 'created >= -9999d';
const preset = { name: 'Custom JQL', jql: JQL };

const status = (gType: number): GadgetSpec => ({
  kind: 'status',
  settings: { jql: JQL, preset, gType, eType: 1, statusResolution: true, showStatusBars: true },
});
const tracking = (gType: number): GadgetSpec => ({
  kind: 'tracking',
  settings: { jql: JQL, preset, gType, displayType: 2 },
});
const timeInStatus = (gType: number): GadgetSpec => ({
  kind: 'time-status',
  settings: { jql: JQL, preset, gType, eType: 1, displayType: 1, barType: 2 },
});
const timesheet = (gType: number): GadgetSpec => ({
  kind: 'timesheets',
  settings: { jql: JQL, daySpan: 28, gType, displayType: 0, firstDay: 1 },
});

/** Gadgets of one query are a set, loaded once for all. The heaviest of them, alone, is the largest single gadget. */
const SET = [
  ...[status(2), tracking(1), timeInStatus(5), tracking(0)],
  ...[status(0), status(1), status(3), tracking(2)],
  ...[tracking(3), timeInStatus(1), timeInStatus(2), timeInStatus(3)],
];
const SINGLE = [status(1), timeInStatus(5), timeInStatus(1)];

/** Timesheets narrow the query to issues with work logged: beside the others they are a set of their own. */
const MIXED = [...SET.slice(0, 10), timesheet(0), timesheet(1)];
const MIXED_SETS = 2;

/** The dashboard of the demo: one gadget of each kind, with its settings there. */
const SEVEN = ['status', 'velocity', 'timesheets', 'tracking', 'burn', 'time-status', 'text'];

/** Times are those of a machine that is warm: the first of all openings also reads the files of the browser. */
const RUNS = 3;

/** Dashboards, and the reports page as it opens. */
export default async function bench() {
  return [...(await benchDashboards()), ...(await benchOpening())];
}

/** Gadgets over 5,000 issues, each call taking 100 ms: against the slowest of them alone, and opened again. */
async function benchDashboards() {
  const scene = await openScene(ISSUES, LATENCY_MS);
  try {
    const seven = await Promise.all(SEVEN.map(scene.demoGadget));
    const alone: number[] = [];
    for (const gadget of seven)
      alone.push(await coldMs(scene, await scene.createDashboard(gadget.kind, [gadget])));
    const all = await scene.createDashboard('Seven', seven);
    const sevenCold = await coldMs(scene, all);
    const sevenAgain = await reopen(scene, all);
    const singles: number[] = [];
    for (const [at, gadget] of SINGLE.entries())
      singles.push(await coldMs(scene, await scene.createDashboard(`Single ${at}`, [gadget])));
    const sheet = await coldMs(scene, await scene.createDashboard('Sheet', [timesheet(0)]));
    const one = await scene.createDashboard('Twelve', SET);
    const two = await scene.createDashboard('Mixed', MIXED);
    const cold = await coldMs(scene, one);
    const mixed = await coldMs(scene, two);
    const largest = Math.max(...singles);
    const again = await reopen(scene, one);
    const mixedAgain = await reopen(scene, two);
    return [
      row('last figures of seven gadgets opened again', sevenAgain.lastMs, 1_000, 'ms'),
      row(
        'seven gadgets cold, over the largest of them alone',
        sevenCold / Math.max(...alone),
        1.3,
        'x',
      ),
      row(
        'twelve gadgets of one query cold, over the largest of them alone',
        cold / largest,
        1.5,
        'x',
      ),
      row(
        'twelve gadgets with timesheets cold, over the largest of each of the two loads',
        mixed / (largest + sheet),
        1.5,
        'x',
      ),
      row('calls of twelve gadgets opened again', again.calls, 5, 'calls a set'),
      row(
        'calls of twelve gadgets with timesheets opened again',
        mixedAgain.calls / MIXED_SETS,
        5,
        'calls a set',
      ),
      row('first figures of twelve gadgets opened again', again.firstMs, 1_000, 'ms'),
    ];
  } finally {
    await scene.close();
  }
}

const row = (name: string, value: number, limit: number, unit: string) => ({
  name,
  value,
  limit,
  unit,
});

/** How long browsers that have never been here take; the quickest, as other work of the machine is not measured. */
async function coldMs(scene: Scene, id: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const reader = await scene.newReader();
    times.push((await reader.open(id)).wholeMs);
    await reader.close();
  }
  return Math.min(...times);
}

/** Somebody looks at what they opened: what was read is kept meanwhile. */
const FIRST_VISIT_MS = 3_000;

/** Opens a dashboard again and again: the quickest first and last figures, and the most calls. */
async function reopen(scene: Scene, id: string) {
  const reader = await scene.newReader();
  await reader.open(id, FIRST_VISIT_MS);
  const openings: Opening[] = [];
  for (let again = 0; again < 4; again++) openings.push(await reader.open(id));
  await reader.close();
  return {
    firstMs: Math.min(...openings.map(({ firstMs }) => firstMs)),
    lastMs: Math.min(...openings.map(({ lastMs }) => lastMs)),
    calls: Math.max(...openings.map(({ calls }) => calls.length)),
  };
}
