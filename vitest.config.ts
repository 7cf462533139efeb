import { defineConfig } from "vitest/config";

/** `unit` is `npm test` and needs nothing but this checkout; `peers` is `npm run test:peers` and needs what `.ci/run` installs. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/peers/**"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "peers",
          include: ["test/peers/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
