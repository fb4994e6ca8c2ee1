/** What readers see while Jira fails, or does not answer: what failed, what to do, and figures as soon as it works again. */
import { expect, type Page, type Route, test } from '@playwright/test';
import { withoutColumns } from './journey.ts';

test.beforeEach(({ context }) => withoutColumns(context));

const REPORT = '/reports?tab=custom&jql=project%20%3D%20WEB&preset=custom';

interface Failure {
  readonly answer: (route: Route) => Promise<void>;
  readonly text: string;
  /** False where the same call would fail again. */
  readonly repeated: boolean;
  /** Whether the start of the page fails too. */
  readonly atStart?: true;
}

const FAILURES: Readonly<Record<string, Failure>> = {
  'a sign-in that ended (401)': {
    answer: route => route.fulfill({ status: 401, body: '' }),
    text: 'You are not signed in to Jira. Sign in, then try again.',
    repeated: false,
    atStart: true,
  },
  'missing rights (403)': {
    answer: route => route.fulfill({ status: 403, json: {} }),
    text: 'Jira refused access. Ask a Jira administrator for access.',
    repeated: false,
  },
  'a limit of calls (429)': {
    answer: route => route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '' }),
    text: 'Jira limits the number of requests. Trying again.',
    repeated: true,
  },
  'an error (500)': {
    answer: route => route.fulfill({ status: 500, body: '' }),
    text: 'Jira answered with an error (500). Trying again.',
    repeated: true,
    atStart: true,
  },
  'a refused connection': {
    answer: route => route.abort('connectionrefused'),
    text: 'Jira could not be reached. Check the connection.',
    repeated: true,
  },
  'a web page in place of data': {
    answer: route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Log in</h1>' }),
    text: 'Jira answered with a web page instead of data. Sign in to Jira, then try again.',
    repeated: false,
  },
};

/** A gadget with settings, on a dashboard of its own. */
async function gadgetAddress({ request }: Page): Promise<string> {
  const created = await request.post('/rest/api/3/dashboard', {
    data: { name: 'Failures', sharePermissions: [], editPermissions: [] },
  });
  const { id: dashboard } = await created.json();
  const added = await request.post(`/rest/api/3/dashboard/${dashboard}/gadget`, {
    data: { moduleKey: 'com.tallyboard.reports__status', title: 'Failures' },
  });
  const { id: item } = await added.json();
  await request.put(`/rest/api/2/dashboard/${dashboard}/items/${item}/properties/settings`, {
    data: { version: 1, jql: 'project = WEB', gType: 0 },
  });
  return `/?gadget=status&dashboard=${dashboard}&dashboardItem=${item}`;
}

/** Which calls fail, and the name of what they load. */
const CALLS = {
  issues: { glob: '**/rest/api/*/search/**', title: 'Issues could not be loaded' },
  fields: { glob: '**/rest/api/2/field', title: /ettings.* could not be loaded/ },
};

for (const [shell, addressOf] of [
  ['the reports page', async () => REPORT],
  ['a gadget', gadgetAddress],
] as const) {
  for (const [name, { answer, text, repeated, atStart }] of Object.entries(FAILURES)) {
    for (const [thing, { glob, title }] of Object.entries(CALLS)) {
      // A gadget says the same of the others.
      if (!atStart && (thing === 'fields' || shell === 'a gadget')) continue;
      test(`${shell} names ${name} of ${thing}, and shows figures once it has passed`, async ({
        page,
      }) => {
        const address = await addressOf(page);
        let fails = true;
        await page.route(glob, route => (fails ? answer(route) : route.fallback()));
        const first = page.waitForRequest(request => /search\/|2\/field/.test(request.url()));
        await page.goto(address);
        await first;
        await expect(page.getByText(title).filter({ visible: true }).first()).toBeVisible();
        await expect(page.getByText(text)).toBeVisible();
        fails = false;
        const figures = page.getByText('Resolved', { exact: true }).first();
        const retry = page.getByRole('button', { name: /^(Retry|Try again)$/ });
        if (repeated) await expect(figures.or(retry).first()).toBeVisible();
        if (!repeated) await retry.click();
        // The page may repeat the call by itself while the button is pressed.
        await expect(async () => {
          if (await retry.isVisible()) await retry.click({ timeout: 5_000 });
          await expect(figures).toBeVisible({ timeout: 30_000 });
        }).toPass();
      });
    }
  }
}

const LATE = 'Jira has not answered yet';

test('Connect: without a bridge the page says so, and its menu works', async ({ page }) => {
  await page.route('https://connect-cdn.atl-paas.net/**', route => route.abort());
  await page.goto(`${REPORT}&report=-4&xdm_e=https%3A%2F%2Fsite.test&xdm_c=c&lic=active`);
  await expect(page.getByText(LATE)).toBeVisible();
  await expect(page.getByText('Open it from a project or a dashboard in Jira.')).toBeVisible();
  await page.getByRole('link', { name: 'Unresolved Issues' }).click();
  await expect(page.getByRole('heading', { name: 'Unresolved Issues' })).toBeVisible();
});

test('Forge: without a bridge the page says so', async ({ page, baseURL }) => {
  const address = 'https://app.cdn.prod.atlassian-dev.net';
  await page.route(`${address}/**`, async route => {
    const { pathname } = new URL(route.request().url());
    const response = await page.request.get(`${baseURL}${pathname}`);
    await route.fulfill({ response });
  });
  await page.goto(`${address}/reports`);
  await expect(page.getByText(LATE)).toBeVisible();
  await expect(page.getByText('Open Tallyboard from a project')).toBeVisible();
});

test('Data Center: a gadget whose dashboard does not answer says so, and then goes on without it', async ({
  page,
}) => {
  await page.route('**/dashboard-without-answers', route =>
    route.fulfill({
      contentType: 'text/html',
      body: '<iframe width="900" height="700" src="/?gadget=status&server=1&lic=active&dashboardItem=10010"></iframe>',
    }),
  );
  await page.goto('/dashboard-without-answers');
  const gadget = page.frameLocator('iframe');
  await expect(gadget.getByText(LATE)).toBeVisible();
  await expect(gadget.getByText(LATE)).toHaveCount(0);
  await expect(gadget.locator('.tb-gadget:not(:has(progress))')).toBeVisible();
});

test('code that is missing leaves menu and tabs, and comes by itself once the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB&report=-3');
  await expect(page.getByRole('heading', { name: /need attention/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Throughput', exact: true }).click();
  const problem = page.getByText('A part of this page could not be loaded.');
  await expect(problem).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cycle Time', exact: true })).toBeVisible();
  await expect(page.getByText(/\.js|\.css|http/)).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Throughput', level: 2 })).toBeVisible();
  await expect(problem).toHaveCount(0);
});

test('a page older than its server reloads once, and shows what was asked', async ({ page }) => {
  await page.goto('/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB&report=-3');
  await expect(page.getByRole('heading', { name: /need attention/ })).toBeVisible();
  let isOld = true;
  await page.route('**/assets/throughput*', route =>
    isOld ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  page.on('framenavigated', () => {
    isOld = false;
  });
  await page.getByRole('link', { name: 'Throughput', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Throughput', level: 2 })).toBeVisible();
});
