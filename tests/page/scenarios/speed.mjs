// How fast a click is painted: random jumps on a long run, from the click to the frame after the moment's answer.

import { assert, until } from '../lib/page.mjs';

const JUMPS = 100;

/** The value below which this share of the sorted numbers is. */
function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const scenarios = [
  {
    name: 'speed: a click on the timeline is painted',
    program: 'long.py',
    patience: 900_000,
    async run(tab) {
      await tab.open('t=0');
      await until(
        'the program has ended',
        () => tab.page.evaluate(() => globalThis.ttd.app.hello?.run?.state === 'ended'),
        800_000,
      );
      // Lines and calls are counted once, after the end.
      await until('nothing is asked', () => tab.page.evaluate(() => globalThis.ttd.link.waiting.length === 0), 300_000);
      const last = await tab.page.evaluate(() => globalThis.ttd.app.hello.last);
      let seed = 1;
      const took = [];
      for (let i = 0; i < JUMPS; i++) {
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        const time = seed % last;
        const milliseconds = await tab.page.evaluate(async (to) => {
          const { app, go } = globalThis.ttd;
          const before = app.paints.length;
          await go({ time: to });
          while (app.paints.length === before) await new Promise((resolve) => setTimeout(resolve, 1));
          return app.paints.at(-1);
        }, time);
        took.push(milliseconds);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const sorted = [...took].sort((a, b) => a - b);
      const [half, most] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
      const times = `p50 ${half.toFixed(1)} ms, p95 ${most.toFixed(1)} ms, longest ${sorted.at(-1).toFixed(1)} ms`;
      console.log(`      ${last.toLocaleString('en')} events, ${JUMPS} jumps: ${times} (mode ${tab.options.mode})`);
      assert.ok(last > 1_000_000);
    },
  },
];
