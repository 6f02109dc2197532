# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the sweeps over every command share: a folder with what they need, and a resolver.

# sweep_folder: makes the folder `sweep` here, and starts a resolver of the examples.
sweep_folder() {
    mkdir sweep site
    "$PITH" mirror -q --from "$SRC/examples/paper/pith" site A5G5GAJ7DMCZDPVAMNFAYYAUOP \
        XHNNPWFNQ4ZPTVKFXVZADSBBOK
    resolver
    python3 "$SRC/tests/pdf/shapes.py" shapes
    cp shapes/table.pdf sweep/main.pdf
}
