import fc from "fast-check";

/**
 * The seed of every property test that names none, so that two runs of one commit try the same inputs.
 * PROPERTY_SEED=N tries others: what such a run finds becomes an example of its test.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
