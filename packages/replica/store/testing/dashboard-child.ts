import { openStore } from './open-store.ts';

// Adds, moves and deletes gadgets until it is killed; prints the number of rounds written.
const [file = ''] = process.argv.slice(2);
const store = await openStore({ file });
const { id } = await store.dashboards.create({ name: 'Killed', ownerId: null, at: 0 });
for (let n = 1; ; n++) {
  const title = `Gadget ${n}`;
  const properties = { settings: { title } };
  const item = { moduleKey: 'm', title, row: 0, column: n % 2, properties };
  const added = await store.dashboards.addItem(id, item, n);
  const place = { id: added.id, row: n % 5, column: (n + 1) % 2 };
  await store.dashboards.change(id, { items: [place] }, n);
  if (n % 3 === 0) await store.dashboards.deleteItem(id, added.id, n);
  process.stdout.write(`${n}\n`);
}
