import { openStore } from '@tallyboard/server-store/store.ts';

// Copies a dashboard with its gadget, each copy in one transaction, without end until it is killed.
const [file = ''] = process.argv.slice(2);
const store = await openStore({ file });
const { id } = await store.dashboards.create({ name: 'Pair 0', ownerId: null, at: 0 });
await store.dashboards.addItem(id, { moduleKey: 'm', title: 'Gadget' }, 0);
for (let n = 1; ; n++) {
  await store.dashboards.copy(id, { name: `Pair ${n}`, ownerId: null, at: n });
  if (n === 1) process.stdout.write('writing\n');
}
