import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readProxies } from './trusted-proxies.ts';

test.each([
  'loopback',
  'loopback,uniquelocal',
  '10.0.0.7, 10.0.0.0/8',
  '10.0.0.0/255.0.0.0',
  '::1,fc00::/7',
])('%s is taken, by Fastify too', text => {
  expect(readProxies(text)).toBe(text);
  expect(() => Fastify({ trustProxy: readProxies(text) })).not.toThrow();
});

test.each([
  ['foo', 'foo'],
  ['loopback, proxy.example.com', 'proxy.example.com'],
  ['10.0.0.1 10.0.0.2', '10.0.0.1 10.0.0.2'],
  ['10.0.0.0/33', '10.0.0.0/33'],
  ['10.0.0.0/0', '10.0.0.0/0'],
  ['10.0.0.0/8/8', '10.0.0.0/8/8'],
  ['loopback,', ''],
])('%s is refused with its wrong part, as by Fastify', (text, wrong) => {
  expect(() => readProxies(text)).toThrow(`with commas between them, not '${wrong}'.`);
  expect(() => Fastify({ trustProxy: text })).toThrow();
});
