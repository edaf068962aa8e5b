/* Look-ups in compiled rules, done once: where the fields of Structs are in an object, what a dictionary has for a text.
 *
 * mypyc's code asks the type of an object for the place of a field, and the dictionary of a module for a name, each
 * time, which takes longer than what is done with them. Here, both are looked up in a table. An entry is right as long
 * as its type or dictionary has the version with which it was made: CPython gives them a new version, never used
 * before, whenever anything in them changes. What is not known goes the usual way.
 */
#ifndef ANYTURN_LOOKUPS_H
#define ANYTURN_LOOKUPS_H

#include <Python.h>
#include <stdint.h>
#include <structmember.h>

#ifndef Py_GIL_DISABLED

#define ANYTURN_PLACES 4096

typedef struct {
    PyTypeObject *type;
    PyObject *name; /* owned, so that no other name gets its address */
    unsigned int version;
    int settable; /* whether setting it does no more than that */
    Py_ssize_t offset;
} AnyturnField;

/* One table for all modules: the linker keeps one of its definitions. */
__attribute__((weak, visibility("hidden"))) AnyturnField anyturn_fields[ANYTURN_PLACES];

static inline AnyturnField *anyturn_field(PyTypeObject *type, PyObject *name) {
    return &anyturn_fields[(((uintptr_t)type >> 6) ^ ((uintptr_t)name >> 4)) % ANYTURN_PLACES];
}

static inline int anyturn_is_known(const AnyturnField *field, PyTypeObject *type, PyObject *name) {
    return field->type == type && field->name == name && field->version == type->tp_version_tag;
}

/* Whether a type sets attributes by C code: its own or that of a Struct, which tracks the object for the collector. */
static int anyturn_sets_plainly(PyTypeObject *type) {
    PyObject *set = PyObject_GetAttrString((PyObject *)type, "__setattr__");
    int plainly = set != NULL && Py_TYPE(set) == &PyWrapperDescr_Type;
    Py_XDECREF(set);
    PyErr_Clear();
    return plainly;
}

/* The place of an attribute in the objects of a type; -1 if it is not such a field. */
static Py_ssize_t anyturn_offset(PyTypeObject *type, PyObject *name) {
    Py_ssize_t offset = -1;
    PyObject *found = type->tp_getattro == PyObject_GenericGetAttr ? PyObject_GetAttr((PyObject *)type, name) : NULL;
    if (found != NULL && Py_TYPE(found) == &PyMemberDescr_Type && PyType_IsSubtype(type, PyDescr_TYPE(found))) {
        PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
        offset = member->type == T_OBJECT_EX ? member->offset : -1;
    }
    Py_XDECREF(found);
    PyErr_Clear();
    return offset;
}

/* Note the place of an attribute that was just read or set. */
static void anyturn_learn(PyTypeObject *type, PyObject *name, int set) {
    Py_ssize_t offset = anyturn_offset(type, name);
    AnyturnField *field = anyturn_field(type, name);
    PyObject *before = field->name;
    int settable = set && anyturn_sets_plainly(type);
    Py_INCREF(name);
    *field = (AnyturnField){type, name, type->tp_version_tag, settable, offset};
    Py_XDECREF(before);
}

static inline PyObject *anyturn_get(PyObject *object, PyObject *name) {
    PyTypeObject *type = Py_TYPE(object);
    AnyturnField *field = anyturn_field(type, name);
    int known = anyturn_is_known(field, type, name);
    if (known && field->offset >= 0) {
        PyObject *value = *(PyObject **)((char *)object + field->offset);
        if (value != NULL) {
            Py_INCREF(value);
            return value;
        }
    }
    PyObject *value = PyObject_GetAttr(object, name);
    if (value != NULL && !known && type->tp_version_tag != 0) {
        anyturn_learn(type, name, 0);
    }
    return value;
}

static inline int anyturn_set(PyObject *object, PyObject *name, PyObject *value) {
    PyTypeObject *type = Py_TYPE(object);
    AnyturnField *field = anyturn_field(type, name);
    int known = anyturn_is_known(field, type, name);
    /* The first container in a Struct makes it one that the collector tracks, which only its own setter does. */
    if (known && field->settable && field->offset >= 0 && value != NULL &&
        (!PyObject_IS_GC(value) || PyObject_GC_IsTracked(object))) {
        PyObject **place = (PyObject **)((char *)object + field->offset);
        PyObject *before = *place;
        Py_INCREF(value);
        *place = value;
        Py_XDECREF(before);
        return 0;
    }
    int status = PyObject_SetAttr(object, name, value);
    if (status == 0 && value != NULL && !(known && field->settable) && type->tp_version_tag != 0) {
        anyturn_learn(type, name, 1);
    }
    return status;
}

#if PY_VERSION_HEX < 0x030E0000 /* later, dictionaries have no versions */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* of the version, since 3.12 */

typedef struct {
    PyObject *dict;
    PyObject *key; /* owned, so that no other text gets its address */
    uint64_t version;
    PyObject *value;
} AnyturnItem;

__attribute__((weak, visibility("hidden"))) AnyturnItem anyturn_items[ANYTURN_PLACES];

static inline PyObject *anyturn_item(PyObject *dict, PyObject *key) {
    AnyturnItem *item = &anyturn_items[(((uintptr_t)dict >> 5) ^ ((uintptr_t)key >> 4)) % ANYTURN_PLACES];
    if (item->dict == dict && item->key == key && item->version == ((PyDictObject *)dict)->ma_version_tag) {
        return item->value;
    }
    PyObject *value = PyDict_GetItemWithError(dict, key);
    if (value != NULL && PyUnicode_CheckExact(key)) {
        PyObject *before = item->key;
        Py_INCREF(key);
        *item = (AnyturnItem){dict, key, ((PyDictObject *)dict)->ma_version_tag, value};
        Py_XDECREF(before);
    }
    return value;
}

#define PyDict_GetItemWithError anyturn_item

#if PY_VERSION_HEX >= 0x030D0000 /* before, mypyc makes it of the other */

static inline int anyturn_item_ref(PyObject *dict, PyObject *key, PyObject **result) {
    *result = Py_XNewRef(anyturn_item(dict, key));
    return *result != NULL ? 1 : PyErr_Occurred() ? -1 : 0;
}

#define PyDict_GetItemRef anyturn_item_ref

#endif
#pragma GCC diagnostic pop

#endif

#define PyObject_GetAttr anyturn_get
#undef PyObject_SetAttr
#define PyObject_SetAttr anyturn_set

#endif
#endif
