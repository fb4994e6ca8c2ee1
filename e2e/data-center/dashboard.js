/** What Jira has around a dashboard item: a loader of modules, the item's calls, and preferences that last. */
const modules = new Map();
window.define = (name, needs, make) =>
  modules.set(name, make(...needs.map(need => modules.get(need))));
window.AJS = { contextPath: () => '/jira' };

const query = new URLSearchParams(location.search);
const keptAs = `preferences of ${query.get('item')}`;
const readPreferences = () => JSON.parse(localStorage.getItem(keptAs) ?? '{}');
const log = { saved: [], heights: 0 };
window.itemLog = log;

window.openItem = () => {
  const place = document.querySelector('#item');
  const element = { get: at => (at === 0 ? place : undefined) };
  const editable = query.get('editable') !== 'false';
  const draw = edits => {
    const preferences = readPreferences();
    if (edits || (editable && preferences.isConfigured !== 'true'))
      item.renderEdit(element, preferences);
    else item.render(element, preferences);
  };
  const api = {
    getGadgetId: () => query.get('item'),
    isEditable: () => editable,
    savePreferences(preferences) {
      if (!editable) return;
      const texts = Object.values(preferences).every(value => typeof value === 'string');
      if (!texts) throw new Error('Preferences are flat texts.');
      log.saved.push(preferences);
      localStorage.setItem(keptAs, JSON.stringify(preferences));
      draw(false);
    },
    closeEdit: () => draw(false),
    setTitle(title) {
      document.querySelector('#item-title').textContent = title;
    },
    resize() {
      log.heights += 1;
    },
    once(_, listener) {
      setTimeout(listener, 0);
    },
  };
  const Item = modules.get(`tallyboard/${query.get('gadget')}-item`);
  const item = new Item(api, {});
  document.querySelector('#configure').onclick = () => draw(true);
  draw(false);
};
