import { expect, type Page, test } from '@playwright/test';

const QUESTION = { report: 'overview', jql: 'project = WEB' };

/** A part of an assistant: it opens the page of a tool in a sandboxed frame, and calls tools for it. */
async function openInAssistant(page: Page): Promise<readonly string[]> {
  const called: string[] = [];
  const send = async (method: string, params: object) => {
    const reply = await page.request.post('/mcp', {
      data: { jsonrpc: '2.0', id: 1, method, params },
      headers: { accept: 'application/json, text/event-stream' },
    });
    return JSON.parse(/^data: (.*)$/m.exec(await reply.text())?.[1] ?? '{}').result;
  };
  const { tools } = await send('tools/list', {});
  const { resourceUri: uri } = tools.at(-1)._meta.ui;
  const [{ text: html }] = (await send('resources/read', { uri })).contents;
  const result = await send('tools/call', { name: 'render', arguments: QUESTION });
  await page.exposeFunction('callTool', (params: { name: string }) => {
    called.push(params.name);
    return send('tools/call', params);
  });
  await page.setContent('<iframe sandbox="allow-scripts" width="1000" height="10"></iframe>');
  await page.evaluate(
    given => {
      const [frame] = document.getElementsByTagName('iframe');
      const host = window as unknown as { callTool(params: object): Promise<object> };
      const tell = (message: object) =>
        frame?.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
      window.addEventListener('message', async ({ data: { id, method, params } }) => {
        if (method === 'ui/initialize')
          tell({
            id,
            result: { hostCapabilities: { serverTools: {} }, hostContext: { theme: 'dark' } },
          });
        if (method === 'ui/notifications/initialized')
          tell({ method: 'ui/notifications/tool-result', params: given.result });
        if (method === 'ui/notifications/size-changed')
          frame?.setAttribute('height', params.height);
        if (method === 'tools/call') tell({ id, result: await host.callTool(params) });
      });
      frame?.setAttribute('srcdoc', given.html);
    },
    { html, result },
  );
  return called;
}

test('a report is one page that loads nothing: as a file of the server, and in the frame of an assistant', async ({
  page,
  context,
}) => {
  const errors: string[] = [];
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  const asked: string[] = [];
  const query = new URLSearchParams({ jql: QUESTION.jql });
  const file = await context.newPage();
  file.on('request', request => asked.push(request.url()));
  await file.goto(`/rest/tallyboard/1/report/${QUESTION.report}?${query}`);
  const figureIn = (place: Pick<Page, 'getByRole'>) =>
    place.getByRole('button', { name: /^[\d,]+ Resolved issues, show issues$/ }).first();
  const text = await figureIn(file).textContent();
  await figureIn(file).click();
  await expect(
    file
      .getByRole('dialog')
      .getByRole('link', { name: /^WEB-\d+$/ })
      .first(),
  ).toBeVisible();
  expect(asked).toHaveLength(1);
  await file.close();

  const called = await openInAssistant(page);
  const frame = page.frameLocator('iframe');
  await expect(figureIn(frame)).toHaveText(text ?? '');
  await expect(frame.locator('html')).toHaveAttribute('data-color-mode', 'dark');
  expect((await page.locator('iframe').boundingBox())?.height).toBeGreaterThan(500);
  await figureIn(frame).click();
  await expect(frame.getByRole('dialog').getByRole('link').first()).toHaveText(/^WEB-\d+$/);
  await frame.getByRole('button', { name: 'Close' }).click();
  await frame.getByText('Show status bars').click();
  await expect.poll(() => called).toEqual(['issues', 'render']);
  await expect(figureIn(frame)).toHaveText(text ?? '');
  expect(errors).toEqual([]);
});

test('a page of figures has every design token that it names: apps/web/figure-page/tokens.txt lists them', async ({
  page,
}) => {
  const reply = await page.goto(
    `/rest/tallyboard/1/report/${QUESTION.report}?jql=project%3DWEB&format=html`,
  );
  // Code may complete a name by a color, and names that begin with two dashes more are of single elements.
  const names = [
    ...((await reply?.text()) ?? '').matchAll(/var\(\s*(--ds-[a-z][\w-]*)(?=[\s,)])/g),
  ];
  expect(names.length).toBeGreaterThan(100);
  const missing = await page.evaluate(
    all => {
      const style = getComputedStyle(document.documentElement);
      return all.filter(name => style.getPropertyValue(name) === '');
    },
    [...new Set(names.map(([, name = '']) => name))],
  );
  expect(missing).toEqual([]);
});
