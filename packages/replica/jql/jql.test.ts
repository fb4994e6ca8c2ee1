import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { onBothEngines } from '../store/testing/engines.ts';
import { now, smallSite, zone } from '../store/testing/small-site.ts';

/** Query, then the keys it finds in the order of the keys, or in its own order when it has one. */
const matrix: Record<string, [string, string][]> = {
  'system fields by name and id': [
    ['project = APP', 'APP-1 APP-2 APP-3 APP-4 APP-5'],
    ['project = Application', 'APP-1 APP-2 APP-3 APP-4 APP-5'],
    ['project = 1001', 'OPS-1 OPS-2'],
    ['project != app', 'OPS-1 OPS-2'],
    ['project in (APP, OPS)', 'APP-1 APP-2 APP-3 APP-4 APP-5 OPS-1 OPS-2'],
    ['space = OPS', 'OPS-1 OPS-2'],
    ['project not in (OPS)', 'APP-1 APP-2 APP-3 APP-4 APP-5'],
    ['status = Done', 'APP-2 APP-5 OPS-2'],
    ['status = "to do"', 'APP-3 APP-4'],
    ['status = 10', 'APP-2 APP-5 OPS-2'],
    ['status not in ("To Do", Done)', 'APP-1 OPS-1'],
    ['statusCategory = Done', 'APP-2 APP-5 OPS-2'],
    ['statusCategory = indeterminate', 'APP-1 OPS-1'],
    ['statusCategory = "In Progress"', 'APP-1 OPS-1'],
    ['statusCategory != 3', 'APP-1 APP-3 APP-4 OPS-1'],
    ['type = Bug', 'APP-3 OPS-2'],
    ['issuetype in (Story, epic)', 'APP-1 APP-2 APP-5'],
    ['type in standardIssueTypes()', 'APP-1 APP-2 APP-3 APP-5 OPS-1 OPS-2'],
    ['type in subtaskIssueTypes()', 'APP-4'],
    ['type not in subTaskIssueTypes()', 'APP-1 APP-2 APP-3 APP-5 OPS-1 OPS-2'],
    ['priority = High', 'APP-1 APP-2 OPS-1'],
    ['priority > Low', 'APP-1 APP-2 APP-4 OPS-1'],
    ['priority <= Medium', 'APP-3 APP-4 OPS-2'],
    // The usual way to ask for everything.
    ['project is not EMPTY AND status is not EMPTY AND key = APP-5', 'APP-5'],
    ['project is EMPTY OR type is EMPTY', ''],
    ['priority is EMPTY', 'APP-5'],
    ['priority != High', 'APP-3 APP-4 OPS-2'],
    ['resolution = Unresolved', 'APP-1 APP-3 APP-4 OPS-1'],
    ['resolution = "unresolved"', 'APP-1 APP-3 APP-4 OPS-1'],
    ['resolution is not EMPTY', 'APP-2 APP-5 OPS-2'],
    ['resolution = Fixed', 'APP-2 APP-5'],
    ['resolution != Fixed', 'OPS-2'],
    ['resolution in (Unresolved, Fixed)', 'APP-1 APP-2 APP-3 APP-4 APP-5 OPS-1'],
    ['level = Staff', 'OPS-1'],
    ['security is EMPTY AND project = OPS', 'OPS-2'],
    ['category = Products', 'APP-1 APP-2 APP-3 APP-4 APP-5'],
    ['projectType = service_desk', 'OPS-1 OPS-2'],
    ['hierarchyLevel = 1', 'APP-1'],
    ['hierarchyLevel < 0', 'APP-4'],
    ['issueLinkType = blocks', 'APP-3 OPS-1'],
    ['issueLinkType = "is blocked by"', 'APP-3'],
    ['issueLinkType is EMPTY AND project = OPS', 'OPS-2'],
    ['attachments is not EMPTY', 'APP-2'],
    ['votes > 1', 'APP-1'],
    ['votes = 0 AND project = OPS', 'OPS-1 OPS-2'],
    ['watchers >= 2', 'APP-1'],
    ['workRatio > 100', 'APP-2'],
    ['workRatio = -1 AND project = OPS', 'OPS-1 OPS-2'],
  ],
  'keys, parents, links': [
    ['key = APP-2', 'APP-2'],
    ['issue in (app-2, OPS-1)', 'APP-2 OPS-1'],
    ['id = 3', 'APP-3'],
    ['key != APP-2 AND project = APP', 'APP-1 APP-3 APP-4 APP-5'],
    ['key > APP-3', 'APP-4 APP-5'],
    ['key <= APP-2', 'APP-1 APP-2'],
    ['key >= APP-99', ''],
    ['parent = APP-1', 'APP-2 APP-5'],
    ['parent in (APP-1, APP-2)', 'APP-2 APP-4 APP-5'],
    ['parent = 2', 'APP-4'],
    ['parent is EMPTY', 'APP-1 APP-3 OPS-1 OPS-2'],
    ['parent is not EMPTY', 'APP-2 APP-4 APP-5'],
    ['parent != APP-1', 'APP-1 APP-3 APP-4 OPS-1 OPS-2'],
    ['parentEpic = APP-1', 'APP-2 APP-4 APP-5'],
    ['"Epic Link" = APP-1', 'APP-2 APP-5'],
    ['"Epic Link" = "Payments for everyone"', 'APP-2 APP-5'],
    ['"Epic Link" is EMPTY', 'APP-1 APP-3 APP-4 OPS-1 OPS-2'],
    ['issue in forestOf("key = APP-4")', 'APP-1 APP-2 APP-4'],
    ['issue in forestOf("key = APP-4", epics, none, 0)', 'APP-1 APP-2 APP-4'],
    ['issue in forestOf("key = APP-5", all, "level:1")', 'APP-1 APP-2 APP-5'],
    ['issue in forestOf("key = APP-5", all, "type:epic", -1)', 'APP-1 APP-2 APP-4 APP-5'],
    [
      'issue in forestOf("issue in forestOf(\\"key = APP-4\\")", none, "type:story")',
      'APP-1 APP-2 APP-4',
    ],
    ['issue not in forestOf("", none)', ''],
    ['issue in linkedIssues(APP-3)', 'OPS-1'],
    ['issue in linkedIssues(OPS-1, blocks)', 'APP-3'],
    ['issue in linkedIssues(OPS-1, "is blocked by")', ''],
    ['issue not in linkedIssues(OPS-1) AND type = Bug', 'OPS-2'],
    ['issue in watchedIssues()', 'APP-1'],
    ['issue in votedIssues()', ''],
    ['issuekey in updatedBy("acc:ben")', 'APP-1 APP-2 APP-3 APP-5'],
    ['issuekey in updatedBy("Ben Oak", "2026-03-10")', 'APP-5'],
    ['issuekey in updatedBy("acc:ana", "2026-02-01", "2026-02-10")', 'APP-2'],
  ],
  people: [
    ['assignee = currentUser()', 'APP-1 APP-2'],
    ['assignee = "Ben Oak"', 'APP-4 APP-5'],
    ['assignee = acc:cid', 'OPS-1 OPS-2'],
    ['assignee = "cid@example.com"', 'OPS-1 OPS-2'],
    ['assignee is EMPTY', 'APP-3'],
    ['assignee = EMPTY', 'APP-3'],
    ['assignee != currentUser()', 'APP-4 APP-5 OPS-1 OPS-2'],
    ['assignee not in (currentUser(), acc:ben)', 'OPS-1 OPS-2'],
    ['assignee in (EMPTY, acc:ben)', 'APP-3 APP-4 APP-5'],
    ['assignee not in (EMPTY, acc:ben)', 'APP-1 APP-2 OPS-1 OPS-2'],
    ['assignee in membersOf(devs)', 'APP-1 APP-2 APP-4 APP-5'],
    ['assignee in membersOf("leads")', 'APP-4 APP-5'],
    ['assignee not in membersOf(leads)', 'APP-1 APP-2 OPS-1 OPS-2'],
    ['reporter = acc:ana', 'APP-2 APP-4 OPS-2'],
    ['creator = acc:ben', 'APP-1 APP-3'],
    ['watcher = acc:ben', 'APP-1'],
    ['voter in (acc:cid)', 'APP-1'],
    ['Reviewer = "Ben Oak"', 'APP-2'],
    ['project in projectsLeadByUser()', 'APP-1 APP-2 APP-3 APP-4 APP-5'],
    ['component in componentsLeadByUser(acc:ben)', 'APP-3'],
  ],
  'versions, components, labels, sprints': [
    ['fixVersion = 1.0', 'APP-2'],
    ['fixVersion is EMPTY', 'APP-1 APP-3 APP-4 OPS-2'],
    ['fixVersion in releasedVersions()', 'APP-2'],
    ['fixVersion in unreleasedVersions(APP)', 'APP-5'],
    ['fixVersion in unreleasedVersions()', 'APP-5 OPS-1'],
    ['fixVersion not in unreleasedVersions()', 'APP-2'],
    ['fixVersion = earliestUnreleasedVersion(APP)', 'APP-5'],
    ['fixVersion = latestReleasedVersion(APP)', 'APP-2'],
    ['fixVersion > 0.9', 'APP-2 APP-5'],
    ['fixVersion >= 1.1', 'APP-5'],
    ['affectedVersion = 0.9', 'APP-2'],
    ['component = Web', 'APP-2 APP-3'],
    ['component != Web', ''],
    ['component in (Server)', 'APP-3'],
    ['component is EMPTY AND project = APP', 'APP-1 APP-4 APP-5'],
    ['labels = money', 'APP-1 APP-2'],
    ['labels = ROADMAP', 'APP-1'],
    ['labels != Roadmap', 'APP-2'],
    ['labels in (nothing)', ''],
    ['labels is EMPTY', 'APP-3 APP-4 APP-5 OPS-1 OPS-2'],
    ['Sprint = 1', 'APP-2 APP-3'],
    ['Sprint = "Sprint 2"', 'APP-3 APP-4'],
    ['Sprint in openSprints()', 'APP-3 APP-4'],
    ['Sprint in closedSprints()', 'APP-2 APP-3'],
    ['Sprint in futureSprints()', 'APP-5'],
    ['Sprint not in closedSprints()', 'APP-4 APP-5'],
    ['Sprint is EMPTY', 'APP-1 OPS-1 OPS-2'],
    ['cf[10020] in (1, 3)', 'APP-2 APP-3 APP-5'],
  ],
  text: [
    ['summary ~ invoice', 'APP-3'],
    ['summary ~ "wrong TOTAL"', 'APP-3'],
    ['summary ~ "total wrong"', 'APP-3'],
    ['summary ~ "\\"total wrong\\""', ''],
    ['summary ~ "\\"wrong total\\""', 'APP-3'],
    ['summary ~ "pay*"', 'APP-1'],
    ['summary ~ payment', 'APP-1'],
    ['summary !~ payment AND project = APP', 'APP-2 APP-3 APP-4 APP-5'],
    ['description ~ pay', 'APP-1'],
    ['description ~ failing', 'APP-2'],
    ['description !~ card', 'APP-5 OPS-1'],
    ['description is EMPTY', 'APP-3 APP-4 OPS-2'],
    ['environment ~ linux', 'APP-5'],
    ['environment is not EMPTY', 'APP-5'],
    ['comment ~ staging', 'APP-2'],
    ['comment ~ "staging fine"', ''],
    ['text ~ money', 'APP-5'],
    ['text ~ invoice', 'APP-1 APP-3'],
    ['text ~ reviewed', 'APP-2'],
    ['Notes ~ ship', 'APP-2'],
    ['Notes is EMPTY AND type = Story', 'APP-5'],
  ],
  dates: [
    ['created = 2026-02-02', 'APP-2'],
    ['created != 2026-02-02 AND type = Story', 'APP-5'],
    ['created = "2026-02-02 10:00"', 'APP-2'],
    ['created = "2026/2/15"', 'APP-3'],
    ['created >= 2026-03-10', 'APP-5 OPS-1'],
    ['created > 2026-03-10', 'APP-5 OPS-1'],
    ['created <= 2026-03-10', 'APP-1 APP-2 APP-3 APP-4 OPS-2'],
    ['created < "2026-03-10 09:00"', 'APP-1 APP-2 APP-3 APP-4 OPS-2'],
    ['created <= "2026-03-10 09:00"', 'APP-1 APP-2 APP-3 APP-4 APP-5 OPS-2'],
    ['created >= -1d', 'OPS-1'],
    ['created >= "-27h"', 'APP-5 OPS-1'],
    ['created = -1d', 'APP-5'],
    ['created >= -31', 'OPS-1'],
    ['created >= "-31"', 'OPS-1'],
    ['created >= 1773223800000', 'OPS-1'],
    ['created in (2026-02-02, 2026-03-09)', 'APP-2 APP-4'],
    ['created >= startOfDay()', 'OPS-1'],
    ['created >= startOfDay(-1)', 'APP-5 OPS-1'],
    ['created >= startOfDay("-1d")', 'APP-5 OPS-1'],
    ['created >= startOfWeek()', 'APP-4 APP-5 OPS-1'],
    ['created < startOfMonth() AND created >= startOfMonth(-1)', 'APP-2 APP-3'],
    ['created >= startOfYear(-1) AND created <= endOfYear(-1)', 'OPS-2'],
    ['created <= endOfMonth("-2M")', 'APP-1 OPS-2'],
    ['created > now()', ''],
    ['updated >= -1d', 'APP-5 OPS-1'],
    ['resolved >= 2026-01-01', 'APP-2 APP-5 OPS-2'],
    ['resolutiondate is EMPTY', 'APP-1 APP-3 APP-4 OPS-1'],
    ['due = 2026-03-11', 'APP-3'],
    ['due <= 0d', 'APP-2 APP-3'],
    ['due < now()', 'APP-2'],
    ['due <= endOfWeek()', 'APP-2 APP-3 OPS-1'],
    ['due > startOfDay()', 'OPS-1'],
    ['duedate is not EMPTY AND due != 2026-03-11', 'APP-2 OPS-1'],
    ['"Target date" <= 2026-02-11', 'APP-2'],
    ['"Seen at" = 2026-02-11', 'APP-2'],
    ['"Seen at" is EMPTY AND type = Story', 'APP-5'],
  ],
  'numbers and custom fields': [
    ['"Story Points" = 5', 'APP-2'],
    ['"story points" > 3', 'APP-2 APP-5'],
    ['"Story Points[Number]" <= 3', 'APP-3'],
    ['cf[10030] in (3, 8)', 'APP-3 APP-5'],
    ['cf[10030] != 5', 'APP-3 APP-5'],
    ['"Story Points" is EMPTY', 'APP-1 APP-4 OPS-1 OPS-2'],
    ['"Story point estimate" = 2.0', 'APP-4'],
    ['Flagged = Impediment', 'APP-3'],
    ['Flagged is not EMPTY', 'APP-3'],
    ['Flagged = 10019', 'APP-3'],
    ['Team = Blue', 'APP-2'],
    ['Team = "team-2"', 'APP-3'],
    ['"Team[Team]" != blue', 'APP-3'],
    ['Region = Europe', 'APP-2'],
    ['Region in cascadeOption(Europe, Prague)', 'APP-2'],
    ['Region in cascadeOption(Europe, Rome)', ''],
    ['timespent >= 600', 'APP-2'],
    ['timespent > "1d 2h"', ''],
    ['originalEstimate = 1d', 'APP-2'],
    ['originalEstimate = "60"', 'APP-4'],
    ['remainingEstimate is EMPTY AND type = Story', 'APP-5'],
    ['"Time to resolution" = running()', 'OPS-1'],
    ['"Time to resolution" = breached()', 'OPS-2'],
    ['"Time to resolution" != breached()', 'OPS-1'],
    ['"Time to resolution" = completed()', 'OPS-2'],
    ['"Time to resolution" < remaining("4h")', 'OPS-1'],
    ['"Time to resolution" > remaining("2h")', 'OPS-1'],
    ['"Time to resolution" > elapsed("1h")', ''],
    ['"Time to resolution" > elapsed("10m")', 'OPS-1'],
    ['"Time to resolution" is EMPTY AND project = OPS', ''],
  ],
  'worklogs: clauses that are ANDed speak of one entry': [
    ['worklogAuthor = acc:ana', 'APP-2'],
    ['worklogAuthor in (acc:cid)', ''],
    ['worklogDate = 2026-02-05', 'APP-2'],
    ['worklogDate >= 2026-02-06', ''],
    ['worklogDate > 2026-02-03 AND worklogAuthor = acc:ben', 'APP-2'],
    ['worklogDate > 2026-02-03 AND worklogAuthor = acc:ana', ''],
    ['worklogComment ~ pair', 'APP-2'],
    ['worklogComment ~ pairing AND worklogAuthor = acc:ben', ''],
    ['worklogComment ~ pairing OR worklogAuthor = acc:ben', 'APP-2'],
    ['worklogAuthor is EMPTY AND type = Story', 'APP-5'],
    ['worklogDate is EMPTY AND type = Story', 'APP-5'],
    ['timespent > 0 AND worklogDate is EMPTY', ''],
    ['(worklogDate >= 2026-02-06) OR (timespent > 0 AND worklogDate is EMPTY)', ''],
    ['(worklogDate >= 2026-02-05) OR (timespent > 0 AND worklogDate is EMPTY)', 'APP-2'],
  ],
  'what was, what changed': [
    ['status was "In Progress"', 'APP-1 APP-2 APP-3'],
    ['status was Done', 'APP-2 APP-5 OPS-2'],
    ['status was not Done', 'APP-1 APP-3 APP-4 OPS-1'],
    ['status was in ("In Progress", Waiting)', 'APP-1 APP-2 APP-3 OPS-1'],
    ['status was not in ("In Progress", Done)', 'APP-4 OPS-1'],
    ['status was Open', 'APP-1 APP-2 APP-3 APP-4 APP-5 OPS-2'],
    ['status was "In Progress" on 2026-02-19', 'APP-1 APP-3'],
    ['status was "In Progress" on 2026-02-05', 'APP-1 APP-2'],
    ['status was "In Progress" before 2026-02-01', 'APP-1'],
    ['status was "In Progress" after 2026-02-25', 'APP-1'],
    ['status was Done during (2026-03-10, 2026-03-10)', 'APP-2 APP-5 OPS-2'],
    ['status was Done on 2026-03-09 AND project = APP', 'APP-2'],
    ['status was "In Progress" by acc:ben', 'APP-1 APP-3'],
    ['status was "In Progress" by (acc:ana, acc:cid)', 'APP-2'],
    ['status was Done by currentUser()', 'APP-2 OPS-2'],
    ['assignee was acc:ben', 'APP-3 APP-4 APP-5'],
    ['assignee was EMPTY', 'APP-3'],
    ['assignee was in membersOf(leads)', 'APP-3 APP-4 APP-5'],
    ['priority was Blocker', 'OPS-2'],
    ['priority was EMPTY', 'APP-5'],
    ['resolution was Fixed before "2026-03-10 16:00" AND key = APP-5', 'APP-5'],
    ['resolution was Unresolved and resolution = Fixed', 'APP-2 APP-5'],
    ['fixVersion was EMPTY and fixVersion = 1.0', 'APP-2'],
    ['fixVersion was 1.0', 'APP-2'],
    ['fixVersion was not EMPTY', 'APP-5 OPS-1'],
    ['reporter was acc:cid', 'APP-5 OPS-1'],
    ['status changed', 'APP-1 APP-2 APP-3 APP-5 OPS-2'],
    ['NOT status changed', 'APP-4 OPS-1'],
    ['status changed from Done', 'APP-5'],
    ['status changed to Done', 'APP-2 APP-5 OPS-2'],
    ['status changed from "To Do" to Done', 'APP-5 OPS-2'],
    ['status changed to Done after 2026-03-01', 'APP-5'],
    ['status changed to Done before 2026-03-01 by currentUser()', 'APP-2 OPS-2'],
    ['status changed on 2026-03-10', 'APP-5'],
    ['status changed during (2026-02-01, 2026-02-03)', 'APP-2'],
    ['status changed after -1d', 'APP-5'],
    ['status changed after startOfDay()', 'APP-5'],
    ['assignee changed from acc:ben to EMPTY', 'APP-3'],
    ['fixVersion changed to 1.0', 'APP-2'],
    ['resolution changed from Fixed', 'APP-5'],
  ],
  'AND, OR, NOT': [
    ['', 'APP-1 APP-2 APP-3 APP-4 APP-5 OPS-1 OPS-2'],
    ['type = Bug AND status = Done OR key = APP-1', 'APP-1 OPS-2'],
    ['type = Bug AND (status = Done OR key = APP-3)', 'APP-3 OPS-2'],
    ['type = Bug && status = "To Do" || key = APP-4', 'APP-3 APP-4'],
    ['NOT type = Bug AND project = OPS', 'OPS-1'],
    ['! type = Bug & project = OPS', 'OPS-1'],
    ['NOT (assignee = acc:ben)', 'APP-1 APP-2 OPS-1 OPS-2'],
    ['NOT (assignee != acc:ben)', 'APP-4 APP-5'],
    ['NOT (assignee is EMPTY)', 'APP-1 APP-2 APP-4 APP-5 OPS-1 OPS-2'],
    ['NOT (type = Bug OR status = Done)', 'APP-1 APP-4 OPS-1'],
    ['NOT (type = Bug AND status = Done)', 'APP-1 APP-2 APP-3 APP-4 APP-5 OPS-1'],
    ['NOT NOT type = Bug', 'APP-3 OPS-2'],
    ['NOT ("Story Points" > 3)', 'APP-3'],
    ['NOT summary ~ card AND type = Story', 'APP-5'],
    ['NOT status was Done', 'APP-1 APP-3 APP-4 OPS-1'],
    ['NOT fixVersion in (1.0)', 'APP-5 OPS-1'],
    ['filter = 500', 'APP-3'],
    ['filter = "app bugs"', 'APP-3'],
    ['filter = Nested', 'APP-3 OPS-1'],
    ['filter != Nested AND project = APP', 'APP-1 APP-2 APP-4 APP-5'],
    ['filter in (500, 502)', 'APP-3 OPS-1'],
  ],
};

const orders: [string, string][] = [
  ['ORDER BY key', 'APP-1 APP-2 APP-3 APP-4 APP-5 OPS-1 OPS-2'],
  ['ORDER BY key DESC', 'OPS-2 OPS-1 APP-5 APP-4 APP-3 APP-2 APP-1'],
  ['', 'OPS-2 OPS-1 APP-5 APP-4 APP-3 APP-2 APP-1'],
  ['ORDER BY created ASC', 'OPS-2 APP-1 APP-2 APP-3 APP-4 APP-5 OPS-1'],
  ['ORDER BY created', 'OPS-1 APP-5 APP-4 APP-3 APP-2 APP-1 OPS-2'],
  ['ORDER BY priority DESC, key ASC', 'APP-5 APP-1 APP-2 OPS-1 APP-4 APP-3 OPS-2'],
  ['ORDER BY priority ASC, key ASC', 'APP-3 OPS-2 APP-4 APP-1 APP-2 OPS-1 APP-5'],
  ['ORDER BY duedate ASC', 'APP-2 APP-3 OPS-1 APP-1 APP-4 APP-5 OPS-2'],
  ['ORDER BY duedate DESC, key DESC', 'OPS-2 APP-5 APP-4 APP-1 OPS-1 APP-3 APP-2'],
  ['ORDER BY "Story Points" ASC', 'APP-3 APP-2 APP-5 APP-1 APP-4 OPS-1 OPS-2'],
  ['ORDER BY cf[10030] DESC', 'APP-1 APP-4 OPS-1 OPS-2 APP-5 APP-2 APP-3'],
  ['ORDER BY Rank ASC', 'APP-2 APP-3 APP-1 APP-4 APP-5 OPS-1 OPS-2'],
  ['ORDER BY assignee ASC, key ASC', 'APP-1 APP-2 APP-4 APP-5 OPS-1 OPS-2 APP-3'],
  ['ORDER BY status ASC, key', 'APP-3 APP-4 APP-1 OPS-1 APP-2 APP-5 OPS-2'],
  ['ORDER BY statusCategory DESC, key', 'APP-2 APP-5 OPS-2 APP-1 OPS-1 APP-3 APP-4'],
  ['ORDER BY project DESC, summary ASC', 'OPS-1 OPS-2 APP-2 APP-3 APP-1 APP-5 APP-4'],
  ['ORDER BY fixVersion ASC, key', 'APP-2 APP-5 OPS-1 APP-1 APP-3 APP-4 OPS-2'],
  ['ORDER BY Sprint ASC, key', 'APP-2 APP-3 APP-4 APP-5 APP-1 OPS-1 OPS-2'],
];

const viewer = { userId: 'acc:ana', zone };

onBothEngines('JQL', open => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    const { problems } = await store.ingest(smallSite());
    expect(problems).toEqual([]);
  });

  async function keys(jql: string): Promise<string> {
    const { ids } = await store.jql.search({ jql, viewer, now });
    return (await store.issues.documents(ids)).map(issue => issue.key).join(' ');
  }

  for (const [name, rows] of Object.entries(matrix)) {
    describe(name, () => {
      it.each(rows)('%s', async (jql, expected) => {
        expect(await keys(`${jql} ORDER BY key ASC`)).toBe(expected);
      });
    });
  }

  it.each(orders)('%s', async (jql, expected) => {
    expect(await keys(jql)).toBe(expected);
  });

  it('pages without gaps or repeats, counts, and restricts', async () => {
    const jql = 'project = APP ORDER BY issuetype ASC';
    const whole = await store.jql.search({ jql, viewer, now, total: true });
    expect(whole.total).toBe(5);
    const pages = [];
    for (const offset of [0, 2, 4]) {
      pages.push(...(await store.jql.search({ jql, viewer, now, offset, limit: 2 })).ids);
    }
    expect(pages).toEqual(whole.ids);
    expect(await store.jql.count({ jql: 'type = Bug', viewer, now })).toBe(2);
    expect(await store.jql.matches(['7', '3', '1'], { jql: 'type = Bug', viewer, now })).toEqual([
      '7',
      '3',
    ]);
    const within = await store.jql.search({
      jql: 'status = "To Do" OR key = OPS-1',
      viewer,
      now,
      within: 'project = APP ORDER BY key DESC',
    });
    expect(within.ids).toEqual(['4', '3']);
  });

  it('reads dates in the zone of the viewer', async () => {
    const count = (zone: string) =>
      store.jql.count({ jql: 'created = 2026-02-15', viewer: { userId: null, zone }, now });
    expect(await count('Europe/Prague')).toBe(1);
    expect(await count('Asia/Tokyo')).toBe(0);
    const anonymous = { userId: null, zone };
    expect(await store.jql.count({ jql: 'assignee = currentUser()', viewer: anonymous, now })).toBe(
      0,
    );
  });

  it('unknown values are warnings under lenient validation', async () => {
    const found = await store.jql.search({
      jql: 'key in (APP-1, APP-77) AND status != Gone',
      viewer,
      now,
      validation: 'warn',
    });
    expect(found.ids).toEqual(['1']);
    expect(found.warnings).toEqual([
      "An issue with key 'APP-77' does not exist for field 'key'.",
      "The value 'Gone' does not exist for the field 'status'.",
    ]);
  });
});
