/** What Jira itself adds to Atlassian's bridge, around one frame: requests as the viewer, the dashboard's calls, messages. */
const query = new URLSearchParams(location.search);
const gadget = query.get('dashboardItem') !== null;
const log = { requests: [], heights: [] };
window.connectLog = log;

const promised = method => Object.assign(method, { returnsPromise: true });

/** A copy of the reply, as it can cross to the frame: no functions. */
async function request(settings) {
  const { url, type = 'GET', data, contentType, headers = {} } = settings;
  const allowed = ['accept', 'if-match', 'if-none-match'];
  const foreign = Object.keys(headers).filter(name => !allowed.includes(name.toLowerCase()));
  if (foreign.length > 0) throw { xhr: { status: 400, responseText: `${foreign} is not allowed` } };
  log.requests.push(`${type} ${url}`);
  const reply = await fetch(url, {
    method: type,
    headers: {
      ...headers,
      ...(contentType && { 'content-type': contentType }),
      'ap-client-key': query.get('key'),
    },
    body: data ?? null,
  });
  const body = await reply.text();
  const xhr = { status: reply.status, statusText: reply.statusText, responseText: body };
  if (!reply.ok) throw { xhr, err: reply.statusText };
  return { body, xhr };
}

connectHost.defineModule({ request: promised(request) });
connectHost.defineModule('context', {
  getToken: callback =>
    fetch(`/sign-frame?key=${query.get('key')}`)
      .then(reply => reply.text())
      .then(callback),
  getContext: callback =>
    callback({
      jira: gadget
        ? {
            dashboard: { id: query.get('dashboard') },
            dashboardItem: { id: query.get('dashboardItem'), viewType: 'default' },
          }
        : {},
    }),
});
connectHost.defineModule('user', {
  getCurrentUser: callback => callback({ atlassianAccountId: '712020:3f8e' }),
  getTimeZone: callback => callback('Europe/Prague'),
});
connectHost.defineModule('jira', {
  isDashboardItemEditable: callback => callback(query.get('editable') !== 'false'),
  setDashboardItemTitle: title => {
    document.querySelector('#title').textContent = title;
  },
  initJQLEditor() {},
  showJQLEditor(settings, callback) {
    const jql = prompt(settings.header, settings.jql);
    if (jql !== null) callback({ jql });
  },
});
connectHost.registerProvider('addon', {
  resize(width, height, { extension_id: id }) {
    log.heights.push(height);
    Object.assign(document.getElementById(id).style, { width, height });
  },
  sizeToParent(_, { extension_id: id }) {
    document.getElementById(id).style.height = '90vh';
  },
  registerUnmountCallback() {},
});
connectHost.getFrameworkAdaptor().registerModule({
  getModuleRegistrationName: () => 'flag',
  isEnabled: () => true,
  getProvider: () => ({
    create({ title, body, actions }) {
      const flag = document.createElement('section');
      flag.textContent = `${title} ${body}`;
      for (const { actionText, executeAction } of actions) {
        const button = document.createElement('button');
        button.textContent = actionText;
        button.onclick = executeAction;
        flag.append(button);
      }
      document.querySelector('#flags').append(flag);
      return { close: () => flag.remove() };
    },
  }),
});

const target = { addon_key: query.get('key') };
document.querySelector('#configure').onclick = () =>
  connectHost.broadcastEvent('jira_dashboard_item_edit', target, {});
document.querySelector('#refresh').onclick = () =>
  connectHost.broadcastEvent('jira_dashboard_item_refreshed', target, {});

const signed = await (await fetch(`/sign-page?${query}`)).json();
const { iframeAttributes } = connectHost.createExtension({
  addon_key: query.get('key'),
  key: signed.module,
  url: signed.url,
  options: { isFullPage: !gadget },
});
const frame = document.createElement('iframe');
for (const [name, value] of Object.entries(iframeAttributes)) frame.setAttribute(name, value);
frame.setAttribute(
  'sandbox',
  'allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-same-origin allow-top-navigation-by-user-activation',
);
document.querySelector('#frame').append(frame);
