# Compiles C files of this repository and links them to a module; what has not changed is not compiled again.
#   make -f tools/packages/module.mk MODULE=FILE FOLDER=FOLDER SOURCES="a.c b.c" CC=… CFLAGS=… [LINK=…] [LIBRARY=…] [objects]
# The objects are in FOLDER. LINK is CC, unless another compiler links. The target objects does not link.
OBJECTS = $(SOURCES:%=$(FOLDER)/%.o)
LINK = $(CC)

$(MODULE): $(OBJECTS)
	mkdir -p $(@D) && $(LINK) -shared $(OBJECTS) $(LIBRARY) -o $@
$(FOLDER)/%.o: %
	mkdir -p $(@D) && $(CC) $(CFLAGS) -MMD -MP -c $< -o $@
objects: $(OBJECTS)
.PHONY: objects
.DELETE_ON_ERROR:
-include $(OBJECTS:.o=.d)
